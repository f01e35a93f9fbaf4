import type { Disposition } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { CacheDatabase, HistoryBlock, LoanBlock, PullCursor } from './cache-database.ts';
import { decryptJson, encryptJson } from './encryption.ts';

const BLOCK_SIZE = 100;

/** A loan as it is cached. */
export interface LoanRow {
  loan: LoanDetail;
  allocationId: string;
}

/** A loan as a pull brings it: with its whole history. */
export interface PulledLoan extends LoanRow {
  dispositions: Disposition[];
}

interface OpenBlock {
  id: number;
  rows: Map<string, PulledLoan>;
}

const loansLabel = (id: number) => `loans:${id}`;
const historiesLabel = (id: number) => `histories:${id}`;

/** Writes a pulled page and the cursor behind it in one transaction; gone loans leave their blocks. */
export async function writePage(
  cache: CacheDatabase,
  key: CryptoKey,
  page: { loans: readonly PulledLoan[]; gone: readonly string[] },
  cursor: PullCursor,
): Promise<void> {
  const ids = [...page.loans.map((row) => row.loan._id), ...page.gone];
  const touched = await cache.loanBlocks.where('loanIds').anyOf(ids).distinct().toArray();
  const last = await cache.loanBlocks.orderBy('id').last();
  const isLastTouched = last === undefined || touched.some((block) => block.id === last.id);
  const stored = isLastTouched ? touched : [...touched, last];
  const blocks = await Promise.all(stored.map((block) => openBlock(cache, key, block)));
  placeLoans(blocks, page, (last?.id ?? 0) + 1);
  const emptied = blocks.filter((block) => block.rows.size === 0).map((block) => block.id);
  const filled = blocks.filter((block) => block.rows.size > 0);
  const loanBlocks = await Promise.all(filled.map((block) => sealLoans(key, block)));
  const historyBlocks = await Promise.all(filled.map((block) => sealHistories(key, block)));
  await cache.transaction('rw', cache.loanBlocks, cache.historyBlocks, cache.cursor, async () => {
    await cache.loanBlocks.bulkDelete(emptied);
    await cache.historyBlocks.bulkDelete(emptied);
    await cache.loanBlocks.bulkPut(loanBlocks);
    await cache.historyBlocks.bulkPut(historyBlocks);
    await cache.cursor.put(cursor);
  });
}

function placeLoans(
  blocks: OpenBlock[],
  page: { loans: readonly PulledLoan[]; gone: readonly string[] },
  nextId: number,
): void {
  for (const id of page.gone) for (const block of blocks) block.rows.delete(id);
  let free = nextId;
  for (const row of page.loans) {
    const id = row.loan._id;
    const home =
      blocks.find((block) => block.rows.has(id)) ??
      blocks.find((block) => block.rows.size < BLOCK_SIZE);
    if (home !== undefined) home.rows.set(id, row);
    else {
      blocks.push({ id: free, rows: new Map([[id, row]]) });
      free += 1;
    }
  }
}

async function openBlock(
  cache: CacheDatabase,
  key: CryptoKey,
  block: LoanBlock,
): Promise<OpenBlock> {
  const rows = await readLoans(key, block);
  const histories = await readHistories(key, await cache.historyBlocks.get(block.id));
  const merged = rows.map((row): [string, PulledLoan] => [
    row.loan._id,
    { ...row, dispositions: histories[row.loan._id] ?? [] },
  ]);
  return { id: block.id, rows: new Map(merged) };
}

async function sealLoans(key: CryptoKey, { id, rows }: OpenBlock): Promise<LoanBlock> {
  const plain = [...rows.values()].map(({ loan, allocationId }) => ({ loan, allocationId }));
  return {
    id,
    loanIds: [...rows.keys()],
    loans: await encryptJson(key, plain, loansLabel(id)),
  };
}

async function sealHistories(key: CryptoKey, { id, rows }: OpenBlock): Promise<HistoryBlock> {
  const plain = Object.fromEntries([...rows].map(([loanId, row]) => [loanId, row.dispositions]));
  return { id, histories: await encryptJson(key, plain, historiesLabel(id)) };
}

async function readLoans(key: CryptoKey, block: LoanBlock): Promise<LoanRow[]> {
  return decryptJson<LoanRow[]>(key, block.loans, loansLabel(block.id));
}

async function readHistories(
  key: CryptoKey,
  block: HistoryBlock | undefined,
): Promise<Record<string, Disposition[]>> {
  return block === undefined ? {} : decryptJson(key, block.histories, historiesLabel(block.id));
}

/** Every cached loan. */
export async function readAllLoans(cache: CacheDatabase, key: CryptoKey): Promise<LoanRow[]> {
  const blocks = await cache.loanBlocks.toArray();
  return (await Promise.all(blocks.map((block) => readLoans(key, block)))).flat();
}

/** A loan's dispositions as last pulled; empty when the loan isn't cached. */
export async function readHistory(
  cache: CacheDatabase,
  key: CryptoKey,
  loanId: string,
): Promise<Disposition[]> {
  const block = await cache.loanBlocks.where('loanIds').equals(loanId).first();
  if (block === undefined) return [];
  const histories = await readHistories(key, await cache.historyBlocks.get(block.id));
  return histories[loanId] ?? [];
}
