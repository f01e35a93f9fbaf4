import { Dexie } from 'dexie';
import type { DBCore, PromiseExtended, Transaction } from 'dexie';
import { isConnectionLost, nameOf } from './database-errors.ts';
import { noteOpening } from './database-notice.ts';
import { DeviceError } from './errors.ts';

/** One released version of a database. Once released it is never edited, and a next one only adds. */
export interface DatabaseVersion {
  /** Versions of one hundred (1-99, 100-199) can be worked on by every build that knows one of them. */
  version: number;
  /** Tables that are new or get more indexes, in Dexie's words. */
  stores: Record<string, string>;
  /** Fills in what is new; runs in the upgrade's own transaction, so that a kill leaves the old version whole. */
  upgrade?: (transaction: Transaction) => PromiseLike<unknown>;
}

/** How many times a write interrupted by a lost connection is tried. */
const TRIES = 4;
const WAIT_MS = 60;
/** An opening that takes longer is held up by another tab, milliseconds. */
const HELD_UP_MS = 4000;

/** Can a build that knows versions up to `known` work on a database of this version? */
function isReadable(installed: number, known: number): boolean {
  return Math.floor(installed / 100) <= Math.floor(known / 100);
}

/**
 * A database that outlives the system's whims: a connection that was closed is opened again; another tab's upgrade is
 * let through as soon as what is being written is written; a newer version of the same hundred is worked on as far as
 * this build knows it, one of a later hundred isn't touched (UPDATE_NEEDED).
 */
export class LastingDatabase extends Dexie {
  constructor(
    name: string,
    versions: readonly DatabaseVersion[],
    chromeTransactionDurability: 'strict' | 'relaxed',
  ) {
    super(name, { chromeTransactionDurability, cache: 'disabled' });
    for (const { version, stores, upgrade } of versions) {
      const declared = this.version(version).stores(stores);
      if (upgrade !== undefined) declared.upgrade(upgrade);
    }
    // Nobody watches queries here, so what every write would be noted for isn't needed.
    this.unuse({ stack: 'dbcore', name: 'Observability' });
    this.unuse({ stack: 'dbcore', name: 'Cache' });
    this.use({ stack: 'dbcore', name: 'lasting', create: reopening });
    // Transactions that run are finished first; the next access opens again, whatever version is there by then.
    this.on('versionchange', () => {
      this.reopen();
      return false;
    });
    this.on('blocked', () => {
      noteOpening(name, 'waits');
      return false;
    });
    this.on('ready', () => this.checkVersion(), true);
  }

  /** Opens it; one that is held up is told, also when the browser doesn't say so (it queues behind the worker's). */
  override open(): PromiseExtended<Dexie> {
    const timer = setTimeout(() => noteOpening(this.name, 'waits'), HELD_UP_MS);
    const opening = super.open();
    const stop = () => clearTimeout(timer);
    opening.then(stop, stop);
    return opening;
  }

  /** Lets go of the connection; the next access makes a new one. */
  reopen(): void {
    this.close({ disableAutoOpen: false });
  }

  private checkVersion(): void {
    const installed = this.backendDB().version / 10;
    const isFit = isReadable(installed, this.verno);
    noteOpening(this.name, isFit ? 'opened' : 'tooNew');
    if (!isFit) throw new DeviceError('UPDATE_NEEDED');
  }
}

/** Dexie opens again and repeats when a transaction can't begin for InvalidStateError; iOS also says UnknownError. */
function reopening(core: DBCore): DBCore {
  return {
    ...core,
    transaction(stores, mode, options) {
      try {
        return core.transaction(stores, mode, options);
      } catch (error) {
        if (nameOf(error) !== 'UnknownError') throw error;
        throw new DOMException('The connection was lost.', 'InvalidStateError');
      }
    },
  };
}

/** Is its last opening past? Then the next access must not be refused for it. */
export function refreshed<Database extends LastingDatabase>(database: Database): Database {
  if (database.hasFailed()) database.reopen();
  return database;
}

/**
 * Runs work that may be repeated (one transaction that checks what is there already) and repeats it when the
 * connection was lost in the middle. Throws what the work throws, and STORAGE_BROKEN when no connection lasts.
 */
export async function repeated<Result>(
  database: LastingDatabase,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const device = deviceErrorIn(error);
      if (device !== null) throw device;
      if (!isConnectionLost(error)) throw error;
      if (tries === TRIES) throw new DeviceError('STORAGE_BROKEN', { cause: error });
      database.reopen();
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_MS * tries);
      });
    }
  }
}

/** Dexie wraps what refused the opening. */
function deviceErrorIn(error: unknown): DeviceError | null {
  if (error instanceof DeviceError) return error;
  const inner =
    typeof error === 'object' && error !== null && 'inner' in error ? error.inner : null;
  return inner === null || inner === undefined ? null : deviceErrorIn(inner);
}
