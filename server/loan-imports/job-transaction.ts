import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '../database/connection.ts';
import { holdLocks, tryLock } from '../database/locks.ts';

/** A transaction of a job: the plain client for COPY and set-based SQL, and the same as `Db`. */
export interface JobTransaction {
  readonly client: pg.PoolClient;
  readonly tx: Db;
}

/**
 * Runs a job's work in one transaction without the time limits of requests: all of it is kept or nothing. A connection
 * whose COPY was broken off is not used again.
 */
export async function jobTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: JobTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    const result = await work({ client, tx: drizzle({ client }) });
    await client.query('commit');
    return result;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Ending the connection rolls back whatever state it is in.
    client.release(broken);
  }
}

/** Takes the lock of one import for this transaction; false when another process works on it. */
export async function lockImport(client: pg.PoolClient, importId: string): Promise<boolean> {
  return tryLock(client, 'loanImport', importId);
}

/** Waits for the lock of a client's loans: two files of one lender are saved one after the other. */
export async function lockClientLoans(client: pg.PoolClient, clientId: string): Promise<void> {
  await holdLocks(client, 'clientLoans', [clientId]);
}
