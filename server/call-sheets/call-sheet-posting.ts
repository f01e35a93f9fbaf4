import { sql } from 'drizzle-orm';
import { TAKEN_OUTCOMES } from '../../contract/call-sheet.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { noteContacts } from '../contact-gate/contact-gate-service.ts';
import type { Context } from '../context.ts';
import { newIdSql } from '../database/new-id-sql.ts';
import { actorOfDecision } from '../identity/actor-service.ts';
import { jobTransaction } from '../loan-imports/import-tools-service.ts';
import { judgeCalls } from './call-sheet-judging.ts';
import { noteCallProgress } from './call-sheet-record.ts';
import type { CallSheetRecord } from './call-sheet-record.ts';
import { lockCallSheet } from './call-sheet-staging.ts';

/** Rows taken in by one transaction: those who work meanwhile wait for few. */
const STEP = 1000;
/** Contacts are judged one after the other within a batch: small ones are faster. */
const NOTED_AT_ONCE = 100;

interface TakenCall extends Record<string, unknown> {
  id: string;
  loan_id: string | null;
  agent_id: string | null;
  number: string;
  placed_at: string;
  result: string;
}

/** The sheet's calls of some rows as ours; one that is there already, by its call id, is left. */
async function takeCalls({ tx }: Command, sheetId: string, from: number): Promise<TakenCall[]> {
  const { rows } = await tx.execute<TakenCall>(sql`
    insert into dialer_calls (id, source, external_id, sheet_id, campaign_id, process_name, loan_id, agent_id, number, state,
      result, placed_at, answered_at, connected_at, ended_at, talk_seconds, record_link)
    select ${newIdSql}, 'SHEET', r.external_id, r.sheet_id, m.id, r.process_name, r.loan_id, r.agent_id, r.number, 'ENDED',
      r.result, r.placed_at, t.answered, t.answered, coalesce(r.ended_at, t.answered + make_interval(secs => t.talk),
        r.placed_at + make_interval(secs => t.talk)), t.talk, r.record_link
    from call_sheet_rows r left join campaigns m on lower(m.name) = lower(r.process_name)
      cross join lateral (select
        case when r.result = 'ANSWERED' then coalesce(r.answered_at, r.placed_at) else r.answered_at end as answered,
        coalesce(r.talk_seconds, greatest(0, extract(epoch from r.ended_at - r.answered_at))::int,
          case when r.result <> 'ANSWERED' then 0 end) as talk) t
    where r.sheet_id = ${sheetId} and r.row >= ${from} and r.row < ${from + STEP}
      and r.outcome = any(${sql.param([...TAKEN_OUTCOMES])}::text[]) and r.outcome <> 'COMPLETES'
    on conflict (external_id) where external_id is not null do nothing
    returning id, loan_id, agent_id, number, placed_at, result`);
  return rows;
}

/** Gives calls that we placed ourselves what the sheet knows beside: the call id and the recording. */
async function completeCalls({ tx }: Command, sheetId: string, from: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update dialer_calls k set record_link = coalesce(k.record_link, r.record_link),
      external_id = coalesce(k.external_id, r.external_id)
    from (select distinct on (call_id) * from call_sheet_rows where sheet_id = ${sheetId} and row >= ${from}
        and row < ${from + STEP} and outcome = 'COMPLETES' order by call_id, row) r
    where k.id = r.call_id and not exists (select 1 from dialer_calls o
      where o.external_id = r.external_id and o.id <> k.id)`);
  return rowCount ?? 0;
}

/** The loan's last call of an outside dialer (spec 3: convoxid, dialledNumber). */
async function showOnLoans({ tx }: Command, calls: readonly TakenCall[]): Promise<void> {
  const ids = calls.filter(({ loan_id }) => loan_id !== null).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.execute(sql`
    with newest as (select distinct on (k.loan_id) k.loan_id, k.external_id, k.number from dialer_calls k
      where k.id = any(${sql.param(ids)}::uuid[]) and not exists (select 1 from dialer_calls o
        where o.loan_id = k.loan_id and o.source = 'SHEET' and o.placed_at > k.placed_at)
      order by k.loan_id, k.placed_at desc, k.id desc),
    locked as (select l.id from loans l where l.id in (select loan_id from newest) order by l.id for no key update)
    update loans l set convoxid = n.external_id, dialled_number = n.number
    from newest n join locked on locked.id = n.loan_id where l.id = n.loan_id`);
}

/** What outside dialers did counts towards borrowers' limits as any contact does. */
async function noteCalls(
  { tx }: Command,
  calls: readonly TakenCall[],
  zone: string,
): Promise<number> {
  const contacts = calls.flatMap((call) =>
    call.loan_id === null
      ? []
      : [
          {
            attemptId: call.id,
            loanId: call.loan_id,
            channel: 'DIALER' as const,
            number: call.number,
            agentId: call.agent_id,
            at: new Date(call.placed_at),
            isConversation: call.result === 'ANSWERED',
            isReplay: true,
          },
        ],
  );
  contacts.sort((a, b) => a.at.getTime() - b.at.getTime());
  let breaches = 0;
  for (let at = 0; at < contacts.length; at += NOTED_AT_ONCE)
    breaches += (await noteContacts(tx, contacts.slice(at, at + NOTED_AT_ONCE), zone)).length;
  return breaches;
}

/** Looks once more at loans, people and calls: they may have changed since the sheet was read. False: another is at it. */
async function judgeAgain(context: Context, sheetId: string): Promise<boolean> {
  return jobTransaction(context.database.pool, async ({ client }) => {
    if (!(await lockCallSheet(client, sheetId))) return false;
    const counts = await judgeCalls(client, sheetId);
    await client.query('update call_sheets set counts = $2 where id = $1', [
      sheetId,
      JSON.stringify(counts),
    ]);
    return true;
  });
}

/**
 * Takes a confirmed sheet's calls in, a thousand rows per transaction. Whoever follows a killed process begins again: what
 * was taken is known by its call id and left. The counts stay those of the first look.
 */
export async function postCallSheet(
  context: Context,
  { wire, ownerId }: CallSheetRecord,
  signal: AbortSignal,
): Promise<void> {
  const { db, settings } = context;
  const sheetId = wire._id;
  const isBegun = wire.doneRows > 0;
  if (!isBegun && !(await judgeAgain(context, sheetId))) return;
  const actor = await actorOfDecision(db, ownerId);
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(row), 0) as last from call_sheet_rows where sheet_id = ${sheetId}`,
  );
  const last = rows[0]?.last ?? 0;
  for (let from = Math.max(1, wire.doneRows); from <= last; from += STEP) {
    signal.throwIfAborted();
    await runCommand(db, actor, async (command) => {
      const calls = await takeCalls(command, sheetId, from);
      const completed = await completeCalls(command, sheetId, from);
      await showOnLoans(command, calls);
      const breaches = await noteCalls(command, calls, settings.businessTz);
      const details = { source: wire.source, from, calls: calls.length, completed, breaches };
      command.audit({
        action: 'call-sheet.post',
        entity: 'call-sheet',
        entityId: sheetId,
        details,
      });
      await noteCallProgress(command.tx, sheetId, Math.min(from + STEP, last), null);
    });
  }
  await db.execute(sql`update call_sheets set state = 'DONE', done_rows = total_rows, error = null, finished_at = now()
    where id = ${sheetId} and state = 'POSTING'`);
}
