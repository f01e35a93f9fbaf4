import type { AgentPhone } from './agent-phone.ts';
import type { LedgerEntry } from './ledger.ts';

/**
 * Notes visits that lie on the phone without that anybody saw the word "saved" (the browser died first), or that the test
 * saved past the phone's own helpers. Returns those that are new to the ledger.
 */
export async function takeStock(phone: AgentPhone): Promise<LedgerEntry[]> {
  const known = new Set(phone.ledger.entries.map(({ opId }) => opId));
  const { operations, receipts, files } = await phone.outbox();
  const found = [...operations, ...receipts].filter(({ opId }) => !known.has(opId));
  const entries = found.map(({ opId, payloadHash, sequence, loanId, after }): LedgerEntry => ({
    opId,
    userId: phone.agent.id,
    call: 'createFieldDisposition',
    payloadHash,
    sequence,
    loanId,
    after,
    files: files
      .filter((file) => file.opId === opId)
      .map(({ fileId, sha256, size }) => ({ fileId, sha256, size })),
  }));
  for (const entry of entries) phone.ledger.note(entry);
  return entries;
}
