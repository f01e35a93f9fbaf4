import type { LoggedInUser } from '../../contract/auth.ts';
import type { Disposition, DispositionCode, Position } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { paymentModeSchema } from '../../contract/receipt.ts';
import { BrokenBlocksError, readHistory } from './cache-blocks.ts';
import { cacheOf, startOver } from './cache-database.ts';
import { readLoan } from './loan-index.ts';
import { isoDay } from './loan-overlay.ts';
import { outboxOf } from './outbox-database.ts';
import { storedCodes } from './reference.ts';
import { openedVault } from './vault.ts';
import type { Vault } from './vault.ts';
import { isCounted, waitingWork } from './waiting-work.ts';
import type { WaitingWork } from './waiting-work.ts';

/** One contact of a loan's history. */
export interface HistoryEntry {
  disposition: Disposition;
  /** Null: on the server. attention: refused, see the outbox. review: there, and a manager decides whether it counts. */
  waiting: 'queued' | 'sending' | 'attention' | 'review' | null;
  /** The person logged in recorded it. */
  isOwn: boolean;
}

/** A loan's contacts, newest first, own waiting ones included and marked. Empty when none is known. Throws LOCKED. */
export async function loanHistory(loanId: string): Promise<HistoryEntry[]> {
  const vault = openedVault();
  // The work first: what a pull brings back in between stands in both, and is told once.
  const work = (await waitingWork(vault)).get(loanId) ?? [];
  const pulled = await pulledHistory(vault, loanId);
  const loan = (await readLoan(loanId))?.loan ?? null;
  const codes = (await storedCodes()) ?? [];
  const asked = new Set(
    work
      .filter((item) => item.call === 'cancelReceipt' && isCounted(item))
      .map(({ body }) => body.dispositionId),
  );
  const known = new Set(pulled.map((disposition) => disposition._id));
  const own = work
    .filter(({ body }) => 'disposition' in body && !known.has(String(body._id)))
    .map((item) => ({
      disposition: asDisposition(item, loan, vault.user, codes),
      waiting: item.state === 'sent' ? null : item.state,
      isOwn: true,
    }));
  const { _id: me } = vault.user;
  const all = pulled.map((disposition) => ({
    disposition,
    waiting: null,
    isOwn: disposition.fieldAgentId === me || disposition.collectorId === me,
  }));
  const delivered = await deliveredFiles(vault);
  return [...all, ...own]
    .map((entry) => withDelivered(entry, delivered))
    .map((entry) => (asked.has(entry.disposition._id) ? withCancelAsked(entry) : entry))
    .sort(
      (one, other) =>
        Date.parse(other.disposition.disCreatedAt) - Date.parse(one.disposition.disCreatedAt),
    );
}

/** This phone's files that the server has by now: a pull tells of them only when it comes next. */
async function deliveredFiles({ user }: Vault): Promise<ReadonlySet<string>> {
  const { files } = outboxOf(user._id);
  return new Set(await files.where('state').equals('delivered').primaryKeys());
}

function withDelivered(entry: HistoryEntry, delivered: ReadonlySet<string>): HistoryEntry {
  const { disposition } = entry;
  const files = disposition.files.map((file) => ({
    ...file,
    isDelivered: file.isDelivered || delivered.has(file._id),
  }));
  return { ...entry, disposition: { ...disposition, files } };
}

/** Its cancelling was asked for on this phone. */
const withCancelAsked = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  disposition:
    entry.disposition.receiptStanding === 'CANCELLED'
      ? entry.disposition
      : { ...entry.disposition, receiptStanding: 'CANCEL_ASKED' },
});

/** A damaged block's history comes again with the next pull. */
async function pulledHistory({ user, key }: Vault, loanId: string): Promise<Disposition[]> {
  try {
    return await readHistory(cacheOf(user._id), key, loanId);
  } catch (error) {
    if (!(error instanceof BrokenBlocksError)) throw error;
    await startOver(user._id, { brokenHistories: error.ids });
    return [];
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A waiting contact in the shape that the server will give it. */
function asDisposition(
  { opId, call, body, loanId, savedAt, files }: WaitingWork,
  loan: LoanDetail | null,
  user: LoggedInUser,
  codes: readonly DispositionCode[],
): Disposition {
  const code = codes.find((known) => known.code === body.disposition);
  const id = text(body._id) ?? opId;
  const recordedAt = new Date(savedAt).toISOString();
  const isField = call === 'createFieldDisposition';
  const day = text(body.date);
  return {
    _id: id,
    dispositionId: id,
    loanId,
    Loan_ID: loan?.Loan_ID ?? '',
    Customer_Name: loan?.Customer_Name ?? '',
    Client_Name: loan?.Client_Name ?? '',
    channel: isField ? 'FIELD' : 'CALL',
    collectorId: isField ? null : user._id,
    fieldAgentId: isField ? user._id : null,
    Agent_Name: user.fullName,
    code: text(body.disposition) ?? '',
    label: code?.label ?? text(body.disposition) ?? '',
    disposition_class: code?.disposition_class ?? 'CONTACTED',
    call_status: text(body.call_status),
    duration: number(body.duration),
    recordlink: text(body.recordlink),
    personMet: text(body.personMet),
    remarks: text(body.remarks),
    amountCollected: number(body.amountCollected),
    receiptNumber: number(body.receiptNumber),
    receiptStanding: (number(body.amountCollected) ?? 0) > 0 ? 'COLLECTED' : null,
    paymentMode: paymentModeSchema.safeParse(body.paymentMode).data ?? null,
    paymentReference: text(body.paymentReference),
    promiseAmount: number(body.promiseAmount),
    date: day === null ? null : isoDay(day),
    time: text(body.time),
    position: (body.position as Position | undefined) ?? null,
    files: files.map((file) => ({ ...file, isDelivered: false })),
    disCreatedAt: recordedAt,
    createdAt: recordedAt,
    updatedAt: recordedAt,
  };
}
