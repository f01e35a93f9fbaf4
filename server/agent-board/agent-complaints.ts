import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AgentComplaint, agentComplaintCalls } from '../../contract/agent-complaint.ts';
import type { BodyOf, CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { allOf } from '../database/list-page.ts';
import { againstRules, badInput, conflict, notFound } from '../errors.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';

type List = typeof agentComplaintCalls.listAgentComplaints;
type Recorded = BodyOf<typeof agentComplaintCalls.recordAgentComplaint>;

const MOST_ROWS = 200;

/** Condition on `k` (complaints), `u` (their agents) and `l` (their loans): those that the actor may read. */
const complaintsVisibleTo = (actor: Actor): SQL => {
  const isAgent = actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT';
  if (isAgent) return sql`k.agent_id = ${actor.userId}`;
  // Of a lender's loans they stay though another has them now, as the board counts them.
  return actor.clientId === null ? peopleVisibleTo(actor) : sql`l.client_id = ${actor.clientId}`;
};

interface ComplaintRow extends AgentComplaint, Record<string, unknown> {}

/** The newest complaints about an agent, those taken back too. */
export async function listComplaints(
  { db }: Context,
  actor: Actor,
  { collectorId, from, to }: CallRequest<List>['query'],
): Promise<{ data: AgentComplaint[] }> {
  const { rows } = await db.execute<ComplaintRow>(sql`
    select k.id as "_id", k.loan_id as "loanId", l.loan_number as "Loan_ID", c.name as "Client_Name", k.on_day as day, k.said,
      r.full_name as "recordedBy", k.recorded_at as "recordedAt", case when k.withdrawn_at is not null then
        jsonb_build_object('by', w.full_name, 'at', k.withdrawn_at, 'reason', k.withdraw_reason) end as withdrawn
    from agent_complaints k join users u on u.id = k.agent_id join loans l on l.id = k.loan_id
      join clients c on c.id = l.client_id join users r on r.id = k.recorded_by left join users w on w.id = k.withdrawn_by
    where ${allOf([
      sql`k.agent_id = ${collectorId}`,
      complaintsVisibleTo(actor),
      from && sql`k.on_day >= ${from}::date`,
      to && sql`k.on_day <= ${to}::date`,
    ])} order by k.on_day desc, k.id desc limit ${MOST_ROWS}`);
  return {
    data: rows.map((row) => {
      const { recordedAt, withdrawn } = row;
      return Object.assign(row, {
        recordedAt: isoInstant(recordedAt),
        withdrawn: withdrawn && { ...withdrawn, at: isoInstant(withdrawn.at) },
      });
    }),
  };
}

/**
 * Records a complaint about an agent who had the loan or worked on it. Throws 404 for an agent whom the actor may not see,
 * 422 for a loan that was never the agent's or a day to come, 409 when the id is of another complaint.
 */
export async function recordComplaint(
  { db, settings }: Context,
  actor: Actor,
  { _id, collectorId, Loan_ID, day, said }: Recorded,
): Promise<{ _id: string }> {
  if (day > businessDay(settings.businessTz))
    throw badInput('Choose today or an earlier day.', [fieldProblem('day', 'day-in-future')]);
  await runCommand(db, actor, async ({ tx, audit }) => {
    const agent = await tx.execute(sql`select 1 from users u
      where u.id = ${collectorId} and u.role in ('COLLECTOR', 'FIELD_AGENT') and ${peopleVisibleTo(actor)}`);
    if (agent.rows.length === 0) throw notFound('This agent');
    const { rows } = await tx.execute<{ id: string }>(sql`select l.id from loans l
      where upper(l.loan_number) = ${sameLoanNumber(Loan_ID)} and ${loansVisibleTo(actor)}
        and (${collectorId} in (l.collector_id, l.field_agent_id)
          or exists (select 1 from allocations a where a.loan_id = l.id and a.assignee_id = ${collectorId})
          or exists (select 1 from dispositions d where d.loan_id = l.id and d.agent_id = ${collectorId})) limit 2`);
    const [loan] = rows;
    if (loan === undefined || rows.length > 1)
      throw againstRules('NOT_ITS_LOAN', 'This agent never worked one loan of this number.', [
        fieldProblem('Loan_ID', 'not-its-loan'),
      ]);
    const made = await tx.execute(sql`
      insert into agent_complaints (id, agent_id, loan_id, on_day, said, recorded_by)
      values (${_id}, ${collectorId}, ${loan.id}, ${day}, ${said}, ${actor.userId}) on conflict (id) do nothing`);
    if (made.rowCount === 0) {
      const same =
        await tx.execute(sql`select 1 from agent_complaints k where k.id = ${_id} and k.agent_id = ${collectorId}
        and k.loan_id = ${loan.id} and k.on_day = ${day} and k.said = ${said} and k.recorded_by = ${actor.userId}`);
      if (same.rows.length === 0)
        throw conflict('OTHER_CONTENT', 'This was saved with other content. Record it again.');
      return;
    }
    audit({
      action: 'agent-complaint.record',
      entity: 'agent-complaint',
      entityId: _id,
      details: { agentId: collectorId, loanId: loan.id, day },
    });
  });
  return { _id };
}

/** Takes a complaint back: it counts no more. Throws 404; nothing happens when it was taken back already. */
export async function withdrawComplaint(
  { db }: Context,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ _id: string }> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    const seen = await tx.execute<{ isOver: boolean }>(sql`
      select k.withdrawn_at is not null as "isOver" from agent_complaints k join users u on u.id = k.agent_id
        join loans l on l.id = k.loan_id
      where k.id = ${id} and ${complaintsVisibleTo(actor)} for update of k`);
    const [complaint] = seen.rows;
    if (!complaint) throw notFound('This complaint');
    if (complaint.isOver) return;
    await tx.execute(sql`update agent_complaints set withdrawn_by = ${actor.userId}, withdrawn_at = now(),
      withdraw_reason = ${reason} where id = ${id}`);
    audit({
      action: 'agent-complaint.withdraw',
      entity: 'agent-complaint',
      entityId: id,
      details: { reason },
    });
  });
  return { _id: id };
}
