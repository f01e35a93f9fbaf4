import { appendFileSync } from 'node:fs';
import type { QueuedCall } from '../../../contract/queued-work.ts';

/** A file of an operation, as the phone announced it. */
export interface LedgerFile {
  readonly fileId: string;
  /** Of the plain bytes. */
  readonly sha256: string;
  readonly size: number;
}

/** An operation of which a phone's screen said "saved". */
export interface LedgerEntry {
  readonly opId: string;
  readonly userId: string;
  readonly call: QueuedCall;
  readonly payloadHash: string;
  readonly sequence: number;
  readonly loanId: string;
  readonly after: string | null;
  readonly files: readonly LedgerFile[];
}

/** What was saved, kept outside of every browser: in this process and, line by line, in a file. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** Notes an operation; one that stands there already stays as it was first seen. */
  note(entry: LedgerEntry): void;
}

/** Opens an empty ledger that is also written to a file. */
export function openLedger(path: string): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    entries,
    note: (entry) => {
      if (entries.some(({ opId }) => opId === entry.opId)) return;
      entries.push(entry);
      appendFileSync(path, `${JSON.stringify(entry)}\n`);
    },
  };
}
