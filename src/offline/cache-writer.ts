import { BLOCK_SIZE, openBlock, sealHistories, sealLoans } from './cache-blocks.ts';
import type { OpenBlock, PulledLoan } from './cache-blocks.ts';
import type { CacheDatabase, LoanBlock, PullCursor } from './cache-database.ts';
import { repeated } from './lasting-database.ts';

/** Up to so many loans of a page are looked up in the index; more are worth reading the whole directory once. */
const FEW = 20;

/** What a page changes. */
export interface PageChange {
  loans: readonly PulledLoan[];
  gone: readonly string[];
}

/** The cursor isn't where this writer left it: the cache was given up, or somebody else pulled. */
export class CursorMovedError extends Error {
  constructor() {
    super('The cache was changed by somebody else.');
    this.name = 'CursorMovedError';
  }
}

/** Writes the pages of one pull. Remembers which block holds which loan, and keeps the last block open. */
export class CacheWriter {
  readonly #cache: CacheDatabase;
  readonly #key: CryptoKey;
  #blockOf: Map<string, number> | null = null;
  #last: OpenBlock | null = null;
  #lastId: number | null = null;

  constructor(cache: CacheDatabase, key: CryptoKey) {
    this.#cache = cache;
    this.#key = key;
  }

  /**
   * Writes a page and the cursor behind it in one transaction; gone loans leave their blocks. Throws CursorMovedError
   * when the cursor isn't `before` any more and BrokenBlocksError; then nothing was written and this writer is spent.
   */
  async write(page: PageChange, before: PullCursor | null, cursor: PullCursor): Promise<void> {
    const blocks = await this.#openTouched(page);
    const changed = place(blocks, page, (this.#lastId ?? 0) + 1);
    const emptied = changed.filter((block) => block.rows.size === 0).map((block) => block.id);
    const filled = changed.filter((block) => block.rows.size > 0);
    const [loanBlocks, historyBlocks] = await Promise.all([
      Promise.all(filled.map((block) => sealLoans(this.#key, block))),
      Promise.all(filled.map((block) => sealHistories(this.#key, block))),
    ]);
    const cache = this.#cache;
    const tables = [cache.loanBlocks, cache.historyBlocks, cache.cursor];
    await repeated(cache, () =>
      cache.transaction('rw', tables, async () => {
        const stands = (await cache.cursor.get('cursor'))?.cursor ?? null;
        // Its own cursor: this very write was done before its connection was lost.
        if (stands === cursor.cursor && stands !== before?.cursor) return;
        if (stands !== (before?.cursor ?? null)) throw new CursorMovedError();
        await cache.loanBlocks.bulkDelete(emptied);
        await cache.historyBlocks.bulkDelete(emptied);
        await cache.loanBlocks.bulkPut(loanBlocks);
        await cache.historyBlocks.bulkPut(historyBlocks);
        await cache.cursor.put(cursor);
      }),
    );
    this.#remember(page, changed);
  }

  async #openTouched(page: PageChange): Promise<OpenBlock[]> {
    const lastId = this.#lastId ?? (await lastBlockId(this.#cache));
    this.#lastId = lastId;
    if (lastId === 0) this.#blockOf ??= new Map();
    const ids = [...page.loans.map((row) => row.loan._id), ...page.gone];
    const touched = await this.#blocksOf(ids);
    if (lastId > 0) touched.add(lastId);
    const known = this.#last;
    const wanted = [...touched].filter((id) => id !== known?.id);
    const stored = await this.#cache.loanBlocks.bulkGet(wanted);
    const found = stored.filter((block): block is LoanBlock => block !== undefined);
    const opened = await Promise.all(
      found.map((block) => openBlock(this.#cache, this.#key, block)),
    );
    return known === null ? opened : [...opened, known];
  }

  async #blocksOf(ids: readonly string[]): Promise<Set<number>> {
    if (this.#blockOf === null && ids.length <= FEW) {
      const keys = await this.#cache.loanBlocks.where('loanIds').anyOf(ids).primaryKeys();
      return new Set(keys);
    }
    this.#blockOf ??= await readDirectory(this.#cache);
    const blocks = new Set<number>();
    for (const id of ids) {
      const block = this.#blockOf.get(id);
      if (block !== undefined) blocks.add(block);
    }
    return blocks;
  }

  #remember(page: PageChange, changed: readonly OpenBlock[]): void {
    for (const id of page.gone) this.#blockOf?.delete(id);
    for (const block of changed) {
      if (this.#blockOf !== null)
        for (const id of block.rows.keys()) this.#blockOf.set(id, block.id);
      if (block.id >= (this.#lastId ?? 0) && block.rows.size > 0) {
        this.#lastId = block.id;
        this.#last = block.rows.size < BLOCK_SIZE ? block : null;
      }
      if (block.rows.size === 0 && block.id === this.#lastId) {
        this.#lastId = null;
        this.#last = null;
      }
    }
  }
}

async function lastBlockId(cache: CacheDatabase): Promise<number> {
  const last = await cache.loanBlocks.orderBy('id').lastKey();
  return typeof last === 'number' ? last : 0;
}

async function readDirectory(cache: CacheDatabase): Promise<Map<string, number>> {
  const directory = new Map<string, number>();
  await cache.loanBlocks.each((block) => {
    for (const id of block.loanIds) directory.set(id, block.id);
  });
  return directory;
}

/** Puts a page into the opened blocks; new loans go where there is room. Returns the blocks that changed. */
function place(opened: readonly OpenBlock[], page: PageChange, firstNewId: number): OpenBlock[] {
  const homes = new Map<string, OpenBlock>();
  for (const block of opened) for (const id of block.rows.keys()) homes.set(id, block);
  const changed = new Set<OpenBlock>();
  const blocks = [...opened];
  let newId = firstNewId;
  for (const id of page.gone) {
    const home = homes.get(id);
    if (home?.rows.delete(id) === true) changed.add(home);
  }
  let roomy = blocks.find((block) => block.rows.size < BLOCK_SIZE);
  for (const row of page.loans) {
    let home = homes.get(row.loan._id);
    if (home === undefined) {
      if (roomy !== undefined && roomy.rows.size >= BLOCK_SIZE)
        roomy = blocks.find((block) => block.rows.size < BLOCK_SIZE);
      if (roomy === undefined) {
        roomy = { id: newId, rows: new Map() };
        newId += 1;
        blocks.push(roomy);
      }
      home = roomy;
    }
    home.rows.set(row.loan._id, row);
    homes.set(row.loan._id, home);
    changed.add(home);
  }
  return [...changed];
}
