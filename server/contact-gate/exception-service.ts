import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import { isOverridable } from '../../contract/contact-rules.ts';
import type { ContactException } from '../../contract/contact-record.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage } from '../database/list-page.ts';
import { againstRules, conflict, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { notify } from '../notifications/notification-service.ts';
import { decideContacts } from './contact-gate-service.ts';
import { visibleLoan } from './visible-loan.ts';

type Asked = CallRequest<typeof contactGateCalls.askException>['body'];
type Decided = CallRequest<typeof contactGateCalls.decideException>['body'];
type ListCall = typeof contactGateCalls.listExceptions;

interface ExceptionRow extends ContactException, Record<string, unknown> {}

/** Exceptions the actor may see: its own, its people's, and of the loans it manages. `x`, `l` and `u` are in the query. */
function visibleTo(actor: Actor): SQL {
  return sql`(${isStillAsked} and ${inReachOf(actor)})`;
}

/** An open request ends with its loan, and comes back with it. */
const isStillAsked = sql`(x.state <> 'OPEN' or l.status = 'ACTIVE')`;

function inReachOf(actor: Actor): SQL {
  if (isAdmin(actor)) return sql`true`;
  if (actor.role === 'MANAGER')
    return sql`(x.agent_id = ${actor.userId} or (u.manager_id = ${actor.userId} and ${loansVisibleTo(actor)}))`;
  return sql`x.agent_id = ${actor.userId}`;
}

const columns = sql`x.id as "_id", x.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
  x.channel, x.rule, x.reason, u.full_name as "agentName", x.asked_at as "askedAt", x.state,
  d.full_name as "decidedBy", x.decided_at as "decidedAt", x.decision_note as "decisionNote", x.ends_at as "endsAt"`;
const source = sql`contact_exceptions x join loans l on l.id = x.loan_id join users u on u.id = x.agent_id
  left join users d on d.id = x.decided_by`;

const toException = (row: ExceptionRow): ContactException => ({
  ...row,
  askedAt: isoInstant(row.askedAt),
  decidedAt: isoInstantOrNull(row.decidedAt),
  endsAt: isoInstantOrNull(row.endsAt),
});

/** The open and the still running exceptions of a loan that the actor may see. */
export async function exceptionsOfLoan(
  db: Db,
  actor: Actor,
  loanId: string,
): Promise<ContactException[]> {
  const { rows } = await db.execute<ExceptionRow>(sql`select ${columns} from ${source}
    where x.loan_id = ${loanId} and ${visibleTo(actor)} and (x.state = 'OPEN' or x.ends_at > now())
    order by x.asked_at desc, x.id desc limit 50`);
  return rows.map(toException);
}

/** Exceptions asked for, the open ones first, then the newest. */
export async function listExceptions(
  db: Db,
  actor: Actor,
  { state, ...page }: CallRequest<ListCall>['query'],
): Promise<CallAnswer<ListCall>> {
  return listPage(db, page, {
    columns,
    from: source,
    where: allOf([visibleTo(actor), state && sql`x.state = ${state}`]),
    order: sql`x.state = 'OPEN' desc, x.asked_at desc, x.id desc`,
    row: toException,
  });
}

/**
 * An agent asks its manager for an exception, who is told. The same id again is the same; another open one for the same
 * loan and channel is answered instead. Throws 404, 422 when nobody could grant it or the contact is allowed anyway.
 */
export async function askException(
  { tx, audit }: Command,
  actor: Actor,
  asked: Asked,
  businessTz: string,
): Promise<{ _id: string }> {
  const { loanId, channel, reason } = asked;
  const loan = await visibleLoan(tx, actor, loanId);
  const open = await tx.execute<{
    id: string;
  }>(sql`select id from contact_exceptions where loan_id = ${loanId}
    and agent_id = ${actor.userId} and channel = ${channel} and state = 'OPEN'`);
  const standing = open.rows[0]?.id;
  if (standing !== undefined) return { _id: standing };
  const [answer] = await decideContacts(tx, [{ loanId, channel }], businessTz);
  const rule = answer?.reason ?? null;
  if (rule !== null && !isOverridable(rule))
    throw againstRules(
      'NO_EXCEPTION',
      'Nobody can allow this: the loan is not worked any more, or its number is not the borrower’s.',
    );
  const id = asked._id ?? newId();
  const { rows } = await tx.execute(sql`
    insert into contact_exceptions (id, loan_id, channel, rule, reason, agent_id)
    values (${id}, ${loanId}, ${channel}, ${rule}, ${reason}, ${actor.userId})
    on conflict (id) do nothing returning id`);
  if (rows.length === 0) return { _id: id };
  audit({
    action: 'contact.ask-exception',
    entity: 'exception',
    entityId: id,
    details: { loanId, channel, rule, reason },
  });
  if (actor.managerId !== null)
    await notify(tx, [
      {
        to: { userId: actor.managerId },
        kind: 'CONTACT_EXCEPTION',
        facts: { personName: actor.fullName },
        clientId: loan.client_id,
        loanId,
      },
    ]);
  return { _id: id };
}

/** Grants or refuses an exception; who asked for it is told. Throws 404, 403 for one's own, 409 when it was decided already. */
export async function decideException(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
  { isGranted, minutes, note }: Decided,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{
    loan_id: string;
    client_id: string;
    agent_id: string;
    channel: string;
    state: string;
  }>(sql`select x.loan_id, l.client_id, x.agent_id, x.channel, x.state from ${source}
    where x.id = ${id} and ${visibleTo(actor)} for update of x`);
  const [found] = rows;
  if (!found) throw notFound('This request');
  if (found.agent_id === actor.userId && !isAdmin(actor))
    throw notAllowed('Somebody else has to decide what you asked for.');
  if (found.state !== 'OPEN')
    throw conflict('ALREADY_DECIDED', 'Somebody has decided this already. Load the list again.');
  await tx.execute(sql`update contact_exceptions set state = ${isGranted ? 'GRANTED' : 'REFUSED'},
    decided_by = ${actor.userId}, decided_at = now(), decision_note = ${note ?? null},
    ends_at = ${isGranted ? sql`now() + make_interval(mins => ${minutes})` : sql`null`} where id = ${id}`);
  const { loan_id: loanId, channel } = found;
  audit({
    action: isGranted ? 'contact.grant-exception' : 'contact.refuse-exception',
    entity: 'exception',
    entityId: id,
    details: { loanId, channel, ...(isGranted && { minutes }) },
  });
  await notify(tx, [
    {
      to: { userId: found.agent_id },
      kind: isGranted ? 'EXCEPTION_GRANTED' : 'EXCEPTION_REFUSED',
      facts: { personName: actor.fullName },
      clientId: found.client_id,
      loanId,
    },
  ]);
  return { _id: id };
}
