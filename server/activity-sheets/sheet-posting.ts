import { sql } from 'drizzle-orm';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { Actor } from '../access/actor.ts';
import { allocate } from '../allocations/allocation-service.ts';
import { writeAudit } from '../audit/audit-trail.ts';
import type { AuditEntry } from '../audit/audit-trail.ts';
import type { Command } from '../command.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { jobTransaction, lockClientLoans } from '../loan-imports/import-tools-service.ts';
import type { JobTransaction } from '../loan-imports/import-tools-service.ts';
import { postPayments } from '../payments/payment-posting-service.ts';
import { reverseSheetPayments } from '../payments/payment-reversal-service.ts';
import { followSettlements } from '../settlements/settlement-following-service.ts';
import { countWarnings, withWarnings } from './row-warnings.ts';
import type { RowWarnings } from './row-warnings.ts';
import { actorOfSheet } from './sheet-actor.ts';
import { judgeSheet } from './sheet-judging.ts';
import { dayOfUndated, findSheet, sumsOf } from './sheet-record.ts';
import type { SheetRecord } from './sheet-record.ts';
import { lockSheet } from './sheet-staging.ts';

interface AllocationRow extends Record<string, unknown> {
  loan_id: string;
  person_id: string | null;
  field_agent_id: string | null;
  manager_id: string | null;
  on_date: string | null;
  holder: string | null;
}

/** Carries out the rows by the same rules as an allocation by hand: managers first, so that agents stay under theirs. */
async function postAllocations(command: Command, actor: Actor, sheetId: string): Promise<void> {
  const { rows } = await command.tx.execute<AllocationRow>(sql`
    select l.id as loan_id, s.person_id, s.field_agent_id, s.manager_id, s.on_date::text as on_date, l.field_agent_id as holder
    from activity_sheet_rows s join loans l on l.id = s.loan_id
    where s.sheet_id = ${sheetId} and s.outcome = 'READY' order by l.id`);
  const managers = rows.flatMap(({ loan_id: loanId, manager_id: assigneeId }) =>
    assigneeId === null ? [] : [{ loanId, assigneeId }],
  );
  const collectors = rows.flatMap(({ loan_id: loanId, person_id: assigneeId }) =>
    assigneeId === null ? [] : [{ loanId, assigneeId }],
  );
  const agents = rows.flatMap(
    ({ loan_id: loanId, field_agent_id: named, holder, on_date: day }) => {
      const assigneeId = named ?? (day === null ? null : holder);
      if (assigneeId === null) return [];
      return [{ loanId, assigneeId, ...(day === null ? {} : { visitDate: day }) }];
    },
  );
  if (managers.length > 0) await allocate(command, actor, 'MANAGER', { orders: managers });
  if (collectors.length > 0) await allocate(command, actor, 'COLLECTOR', { orders: collectors });
  if (agents.length > 0) await allocate(command, actor, 'FIELD', { orders: agents });
}

/** One piece of work on a sheet in the given state: locked, in one transaction with its audit rows, under the client's lock. */
async function workOnSheet(
  context: Context,
  { wire, clientId }: SheetRecord,
  state: ActivitySheet['state'],
  work: (
    transaction: JobTransaction,
    command: Command,
    actor: Actor,
    record: SheetRecord,
  ) => Promise<void>,
): Promise<void> {
  await jobTransaction(context.database.pool, async (transaction) => {
    const { client, tx } = transaction;
    if (!(await lockSheet(client, wire._id))) return;
    await lockClientLoans(client, clientId);
    const current = await findSheet(tx, wire._id);
    if (current?.wire.state !== state) return;
    const entries: AuditEntry[] = [];
    const actor = await actorOfSheet(tx, wire._id);
    const command: Command = { tx, audit: (entry) => entries.push(entry) };
    await work(transaction, command, actor, current);
    await writeAudit(tx, actor, entries);
  });
}

const lockLoans = `
  select l.id from loans l where l.client_id = $2 and l.status <> 'DELETED' and l.loan_number in
    (select s.loan_number from activity_sheet_rows s where s.sheet_id = $1 and s.outcome not in ('FAILED', 'DUPLICATE'))
  order by l.id for update of l`;

/** How much of a sheet's payments is more than is due. */
const excessOf = (counts: ActivitySheet['counts']): number =>
  Object.values(counts).reduce((sum, { excess = 0 }) => sum + excess, 0);

/**
 * Has a sheet wait again: since it was looked at, payments like some of its own were posted, or dues went down below what
 * it pays, and nobody has seen that.
 */
async function holdBack(
  { client }: JobTransaction,
  { _id, notes }: ActivitySheet,
  counts: ActivitySheet['counts'],
  warnings: RowWarnings,
): Promise<void> {
  await client.query(
    `update activity_sheets set state = 'PENDING', counts = $2, done_rows = total_rows, notes = $3 where id = $1`,
    [_id, JSON.stringify(counts), JSON.stringify(withWarnings(notes, warnings))],
  );
}

/** The settlements that a sheet's payments moved, and offers that wait, at once: nobody is asked meanwhile for money that is not due. */
async function followPayments(command: Command, sheetId: string, today: string): Promise<void> {
  const { rows } = await command.tx.execute<{ loan_id: string }>(
    sql`select s.loan_id from settlements s
      where (s.is_stale or s.waits_for is not null) and s.loan_id in (select p.loan_id from payments p where p.sheet_id = ${sheetId})`,
  );
  const loanIds = rows.map(({ loan_id: id }) => id);
  await followSettlements(command, loanIds, today);
}

/**
 * Posts a confirmed sheet: looks once more at loans and people (they may have changed since), then carries out all good
 * rows, in one transaction. Rows that have come to look like payments posted meanwhile, or to pay more than is due, have the sheet wait again. A kill leaves every row or none. Throws CallError when an allocation is refused.
 */
export async function postSheet(
  context: Context,
  record: SheetRecord,
  signal: AbortSignal,
): Promise<void> {
  await workOnSheet(context, record, 'POSTING', async (transaction, command, actor, current) => {
    const { client } = transaction;
    const { wire, clientId } = current;
    // Before anything is decided: from here on nobody else changes these loans.
    await client.query(lockLoans, [wire._id, clientId]);
    const known = await countWarnings(client, wire);
    const zone = context.settings.businessTz;
    const counts = await judgeSheet(transaction, actor, current, zone);
    signal.throwIfAborted();
    const warnings = await countWarnings(client, wire);
    const isMoreTooMuch = excessOf(counts) > excessOf(wire.counts);
    if (warnings.likes > known.likes || isMoreTooMuch)
      return holdBack(transaction, wire, counts, warnings);
    if (wire.kind === 'ALLOCATION') await postAllocations(command, actor, wire._id);
    else {
      await postPayments(command, {
        sheetId: wire._id,
        clientId,
        source: wire.kind === 'BANK_PAID' ? 'BANK_PAID' : 'PAYMENT',
        actorId: actor.userId,
        fileName: wire.fileName,
        undatedOn: dayOfUndated(zone, wire),
        zone,
      });
      await followPayments(command, wire._id, businessDay(zone));
    }
    signal.throwIfAborted();
    await client.query(
      `update activity_sheets set state = 'DONE', counts = $2, done_rows = total_rows, error = null, finished_at = now()
       where id = $1`,
      [wire._id, JSON.stringify(counts)],
    );
    const { taken: rows, amount } = sumsOf({ kind: wire.kind, counts });
    command.audit({
      action: 'activity-sheet.post',
      entity: 'activity-sheet',
      entityId: wire._id,
      details: { kind: wire.kind, client: wire.Client_Name, rows, amount },
    });
  });
}

/** Reverses all payments of a posted sheet, in one transaction. */
export async function reverseSheet(
  context: Context,
  record: SheetRecord,
  signal: AbortSignal,
): Promise<void> {
  await workOnSheet(context, record, 'REVERSING', async ({ client }, command, actor, { wire }) => {
    const reversed = await reverseSheetPayments(command, actor.userId, {
      sheetId: wire._id,
      reason: wire.reverseReason ?? '',
    });
    // What these payments had fulfilled is open again at once, as when one of them is reversed by hand.
    await followPayments(command, wire._id, businessDay(context.settings.businessTz));
    signal.throwIfAborted();
    await client.query(
      `update activity_sheets set state = 'REVERSED', done_rows = total_rows, error = null, finished_at = now()
       where id = $1`,
      [wire._id],
    );
    command.audit({
      action: 'activity-sheet.reverse',
      entity: 'activity-sheet',
      entityId: wire._id,
      details: {
        kind: wire.kind,
        client: wire.Client_Name,
        reason: wire.reverseReason,
        ...reversed,
      },
    });
  });
}
