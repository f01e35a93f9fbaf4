import type { Disposition } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { CacheDatabase, HistoryBlock, LoanBlock } from './cache-database.ts';
import { decryptJson, encryptJson } from './encryption.ts';

/** Loans per block. */
export const BLOCK_SIZE = 100;
/** Blocks read at a time: what is encrypted, its text and the loans need not all be in memory at once. */
const READ_AT_ONCE = 10;

/** A loan as it is cached. */
export interface LoanRow {
  loan: LoanDetail;
  allocationId: string;
}

/** A loan as a pull brings it: with its whole history and the change that it is as of. */
export interface PulledLoan extends LoanRow {
  dispositions: Disposition[];
  mark: string;
}

/** A block decrypted. */
export interface OpenBlock {
  id: number;
  rows: Map<string, PulledLoan>;
}

/** Blocks that can't be decrypted: the system or a fault damaged them. What they held must be pulled anew. */
export class BrokenBlocksError extends Error {
  readonly ids: readonly number[];

  constructor(ids: readonly number[], cause?: unknown) {
    super('Blocks of the cache are damaged.', { cause });
    this.name = 'BrokenBlocksError';
    this.ids = ids;
  }
}

const loansLabel = (id: number) => `loans:${id}`;
const historiesLabel = (id: number) => `histories:${id}`;

/** Decrypts a block with its histories. Throws BrokenBlocksError. */
export async function openBlock(
  cache: CacheDatabase,
  key: CryptoKey,
  block: LoanBlock,
): Promise<OpenBlock> {
  const stored = await cache.historyBlocks.get(block.id);
  try {
    const rows = await readLoans(key, block);
    const histories = await readHistories(key, stored);
    const marks = new Map(block.loanIds.map((id, at) => [id, block.marks?.[at] ?? '']));
    const merged = rows.map((row): [string, PulledLoan] => {
      const id = row.loan._id;
      return [id, { ...row, dispositions: histories[id] ?? [], mark: marks.get(id) ?? '' }];
    });
    return { id: block.id, rows: new Map(merged) };
  } catch (error) {
    throw new BrokenBlocksError([block.id], error);
  }
}

/** Encrypts a block's loans; ids and marks stay plain. */
export async function sealLoans(key: CryptoKey, { id, rows }: OpenBlock): Promise<LoanBlock> {
  const all = [...rows.values()];
  const plain = all.map(({ loan, allocationId }) => ({ loan, allocationId }));
  return {
    id,
    loanIds: [...rows.keys()],
    marks: all.map((row) => row.mark),
    loans: await encryptJson(key, plain, loansLabel(id)),
  };
}

/** Encrypts a block's histories. */
export async function sealHistories(
  key: CryptoKey,
  { id, rows }: OpenBlock,
): Promise<HistoryBlock> {
  const worked = [...rows].filter(([, row]) => row.dispositions.length > 0);
  const plain = Object.fromEntries(worked.map(([loanId, row]) => [loanId, row.dispositions]));
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

/** Every cached loan that can be read, and the blocks that can't. */
export async function readAllLoans(
  cache: CacheDatabase,
  key: CryptoKey,
): Promise<{ rows: LoanRow[]; broken: number[] }> {
  const ids = await cache.loanBlocks.orderBy('id').primaryKeys();
  const rows: LoanRow[] = [];
  const broken: number[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const blocks = await cache.loanBlocks.bulkGet(ids.slice(at, at + READ_AT_ONCE));
    const read = blocks.map(async (block) => {
      if (block === undefined) return [];
      return readLoans(key, block).catch(() => {
        broken.push(block.id);
        return [];
      });
    });
    for (const some of await Promise.all(read)) for (const row of some) rows.push(row);
  }
  return { rows, broken };
}

/** A loan's dispositions as last pulled; empty when the loan isn't cached. Throws BrokenBlocksError. */
export async function readHistory(
  cache: CacheDatabase,
  key: CryptoKey,
  loanId: string,
): Promise<Disposition[]> {
  const block = await cache.loanBlocks.where('loanIds').equals(loanId).first();
  if (block === undefined) return [];
  // Read before it is tried: a connection that is lost says nothing about the block.
  const stored = await cache.historyBlocks.get(block.id);
  try {
    const histories = await readHistories(key, stored);
    return histories[loanId] ?? [];
  } catch (error) {
    throw new BrokenBlocksError([block.id], error);
  }
}

/** The histories of these loans as last pulled; each block is decrypted once. Throws BrokenBlocksError. */
export async function readWantedHistories(
  cache: CacheDatabase,
  key: CryptoKey,
  loanIds: ReadonlySet<string>,
): Promise<Map<string, Disposition[]>> {
  const found = new Map<string, Disposition[]>();
  if (loanIds.size === 0) return found;
  for (const id of await cache.loanBlocks.orderBy('id').primaryKeys()) {
    const stored = await cache.historyBlocks.get(id);
    try {
      const histories = await readHistories(key, stored);
      for (const [loanId, history] of Object.entries(histories))
        if (loanIds.has(loanId)) found.set(loanId, history);
    } catch (error) {
      throw new BrokenBlocksError([id], error);
    }
  }
  return found;
}
