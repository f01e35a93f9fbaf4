import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './connection.ts';

/**
 * Every advisory lock, in the order in which one transaction (or session) may take several: down the list, never up.
 */
export const LOCKS = {
  /** Session: the one process that restores a backup. */
  restore: 4849,
  /** Session: the one process that migrates. */
  migration: 7_267_668,
  /** Session: the one process that makes the queue's tables. */
  queueTables: 4805,
  /** Session: the one process that makes the demo. */
  demo: 4804,
  /** The one process that notices another copy of the database and begins a new life. */
  life: 4807,
  /** The one process that makes or erases server keys. */
  serverKeys: 4808,
  /** Session, by upload: its one writer. */
  upload: 4810,
  /** Session, by backup: the one process that makes it. */
  backup: 4841,
  /** Session, by run: the one process that plans it. */
  runPlan: 4816,
  /** Session, by model or scoring: the one process that works on it. To the commit: which model is in use. */
  recoveryModel: 4844,
  /** By import: the one job that works on it. */
  loanImport: 4809,
  /** By sheet: the one job that works on it. */
  activitySheet: 4806,
  /** By call sheet: the one job that works on it. */
  callSheet: 4824,
  /** By file that is looked into: the one job that reads it. */
  dataInsight: 4842,
  /** By lender: its files are stored, posted and taken back one after the other. */
  clientLoans: 4803,
  /** By lender: its agreements are set and its invoices sent one after the other. */
  clientInvoices: 4845,
  /** By lender: a name of its mappings is decided on. */
  mappingNames: 4828,
  /** A lender's name or code is decided on. */
  clientNames: 4813,
  /** The rules are changed: versions follow one another without gaps. */
  allocationRules: 4815,
  /** Runs are confirmed one after the other: two plans may count on the same room. */
  runConfirm: 4817,
  /** A message template's name is decided on. */
  templateNames: 4831,
  /** An admin's account is taken away: two admins can't take away each other's at once. */
  lastAdmin: 4812,
  /** From looking whether a login name is free to the commit that takes it. */
  loginNames: 4811,
  /** Shared by all allocations, from the first statement to the commit: lists ask for the oldest that still runs. */
  allocation: 4802,
  /** By message: two sendings with one id. By template: its sendings to many go on one after the other. */
  message: 4832,
  /** From looking whom to tell of settlements to the commit: what one process tells another finds told. */
  settlementNotices: 4850,
  /** What contacts come to by loan and month is put right by one process. */
  loanMonths: 4847,
  /** By phone number, after the loans' rows: contacts are added to its ledger. */
  contactNumber: 6201,
  /** By dialer agent: its seat is changed. */
  seat: 4833,
  /** Incentives: structures are set and months are closed one after the other. */
  incentives: 4846,
  /** Boards of charts are changed one after the other: places stay 1, 2, 3. */
  chartBoards: 4848,
  /** The audit trail's next row (the trigger of 0001): to the end of the transaction, therefore last. */
  audit: 4801,
} as const;

type KeyedLock =
  | 'restore'
  | 'upload'
  | 'backup'
  | 'runPlan'
  | 'recoveryModel'
  | 'loanImport'
  | 'activitySheet'
  | 'callSheet'
  | 'dataInsight'
  | 'clientLoans'
  | 'clientInvoices'
  | 'mappingNames'
  | 'message'
  | 'contactNumber'
  | 'seat';
type SingleLock = Exclude<keyof typeof LOCKS, KeyedLock>;

/** What locks are taken on: a transaction, or a connection. */
type Holder = Db | pg.Client | pg.PoolClient;

const dbOf = (on: Holder): Db => ('execute' in on ? on : drizzle({ client: on }));

async function hold(on: Holder, statement: SQL): Promise<void> {
  await dbOf(on).execute(statement);
}

async function ask(on: Holder, question: SQL): Promise<boolean> {
  const { rows } = await dbOf(on).execute<{ held: boolean }>(question);
  return rows[0]?.held === true;
}

/** Waits for a lock; the transaction's end gives it back. */
export async function holdLock(tx: Holder, name: SingleLock): Promise<void> {
  await hold(tx, sql`select pg_advisory_xact_lock(${LOCKS[name]})`);
}

/** Waits for the locks of all the keys, in one order for all who take several; the transaction's end gives them back. */
export async function holdLocks(
  tx: Holder,
  name: KeyedLock,
  keys: readonly string[],
): Promise<void> {
  await hold(
    tx,
    sql`select pg_advisory_xact_lock(${LOCKS[name]}, key)
      from (select distinct hashtext(k) as key from unnest(${sql.param(keys)}::text[]) k order by 1) keys`,
  );
}

/** Takes the lock of a key to the transaction's end; false when another has it. */
export const tryLock = async (tx: Holder, name: KeyedLock, key: string): Promise<boolean> =>
  ask(tx, sql`select pg_try_advisory_xact_lock(${LOCKS[name]}, hashtext(${key})) as held`);

/** Shares a lock to the transaction's end. Returns the instant at which it was had, as PostgreSQL writes it. */
export async function shareLock(tx: Db, name: SingleLock): Promise<string> {
  const { rows } = await tx.execute<{ at: string }>(
    sql`select clock_timestamp() as at from pg_advisory_xact_lock_shared(${LOCKS[name]})`,
  );
  return rows[0]?.at ?? new Date().toISOString();
}

/** Waits for a lock; the connection's end gives it back. */
export async function holdSessionLock(client: Holder, name: SingleLock): Promise<void> {
  await hold(client, sql`select pg_advisory_lock(${LOCKS[name]})`);
}

/** Takes the lock of a key to the connection's end, or until it is given back; false when another connection has it. */
export const trySessionLock = async (
  client: Holder,
  name: KeyedLock,
  key: string,
): Promise<boolean> =>
  ask(client, sql`select pg_try_advisory_lock(${LOCKS[name]}, hashtext(${key})) as held`);

/** Gives back the lock of a key that the connection has. */
export async function giveSessionLock(client: Holder, name: KeyedLock, key: string): Promise<void> {
  await hold(client, sql`select pg_advisory_unlock(${LOCKS[name]}, hashtext(${key}))`);
}

/** Condition on `k` (pg_locks): somebody has the lock in this database, or waits for it; others on the same PostgreSQL have their own. */
export const isLockOf = (name: SingleLock): SQL =>
  sql`k.locktype = 'advisory' and k.database = (select oid from pg_database where datname = current_database())
    and k.classid = 0 and k.objid = ${LOCKS[name]}`;
