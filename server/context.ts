import type { ReadLog } from './audit/read-log.ts';
import type { Denials } from './access/denials.ts';
import type { RateLimits } from './access/rate-limit.ts';
import type { Database, Db } from './database/connection.ts';
import type { LongReads } from './database/long-reads.ts';
import type { FileStore } from './file-store/file-store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Settings } from './settings.ts';

/** What every service of this process works with. Made once at the start, handed down, never global. */
export interface Context {
  readonly settings: Settings;
  readonly database: Database;
  /** The same database for single reads outside a transaction. */
  readonly db: Db;
  /** Where reports and files are read. */
  readonly longReads: LongReads;
  readonly fileStore: FileStore;
  readonly jobs: Jobs;
  readonly limits: RateLimits;
  readonly denials: Denials;
  readonly readLog: ReadLog;
}
