import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** A holder that is silent for so long is followed by another. */
const LEASE_SECONDS = 4;

/** The right to run the engine, over all server processes on this database. */
export interface Lease {
  readonly holder: string;
  /** Goes up with each taking over: what an earlier holder still writes is refused. */
  readonly epoch: number;
  /** On this process's steady clock, milliseconds: until then nobody else can have it. */
  readonly validUntilMs: number;
}

/** Another process runs the engine: what was under way here is not written. */
export class Deposed extends Error {
  override readonly name = 'Deposed';
}

/** The lease for one more while, or null when another process has it. Throws when the database is away. */
export async function takeLease(db: Db, holder: string): Promise<Lease | null> {
  // Counted from before the question: the database's own clock starts later.
  const askedAtMs = performance.now();
  const epoch = (await renew(db, holder)) ?? (await takeOver(db, holder));
  if (epoch === null) return null;
  return { holder, epoch, validUntilMs: askedAtMs + LEASE_SECONDS * 1000 };
}

const until = sql.raw(`clock_timestamp() + interval '${LEASE_SECONDS} seconds'`);

async function renew(db: Db, holder: string): Promise<number | null> {
  const { rows } = await db.execute<{ epoch: number }>(sql`update dialer_engine
    set expires_at = ${until} where holder = ${holder} returning epoch`);
  return rows[0]?.epoch ?? null;
}

async function takeOver(db: Db, holder: string): Promise<number | null> {
  return db.transaction(async (tx) => {
    // A lease that ends later than any does was given before the clock went back: it ends in its time from now on.
    await tx.execute(sql`update dialer_engine set expires_at = ${until}
      where expires_at > ${until} and isfinite(expires_at)`);
    // Waits for no one: while the holder writes, it lives.
    const free = await tx.execute(sql`select 1 from dialer_engine
      where expires_at < clock_timestamp() for update skip locked`);
    if (free.rows.length === 0) return null;
    const { rows } = await tx.execute<{ epoch: number }>(sql`update dialer_engine
      set holder = ${holder}, epoch = epoch + 1, expires_at = ${until} returning epoch`);
    return rows[0]?.epoch ?? null;
  });
}

/** Gives the lease back, so that the next process need not wait. */
export async function giveLeaseBack(db: Db, holder: string): Promise<void> {
  await db.execute(sql`update dialer_engine set holder = null, expires_at = '-infinity'
    where holder = ${holder}`);
}

/**
 * Makes sure that the transaction is the holder's until it ends; a successor waits for it, renewing does not. Throws
 * Deposed.
 */
async function fence(tx: Db, lease: Lease): Promise<void> {
  const held = await tx.execute(sql`select 1 from dialer_engine
    where holder = ${lease.holder} and epoch = ${lease.epoch} for key share`);
  if (held.rows.length === 0) throw new Deposed('Another process runs the dialer.');
}

/** A transaction of the engine: written while the lease is held, or not at all. Throws Deposed. */
export async function asHolder<Result>(
  db: Db,
  lease: Lease,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await fence(tx, lease);
    return work(tx);
  });
}
