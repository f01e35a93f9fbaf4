import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isLedAtEnd } from '../identity/team-span-service.ts';
import { isAdmin } from './actor.ts';
import type { Actor } from './actor.ts';

/*
 * Who sees what, in one file: every query over loans (and what hangs on them) carries one of these conditions.
 * Columns are named with the usual aliases: l = loans, d = dispositions, u = users.
 */

const nothing = sql`false`;
const everything = sql`true`;

/** Condition on `l` (loans): the loans in the actor's reach, the deleted ones too: for taking deletions back, for contacts. */
export function loansInReachOf(actor: Actor): SQL {
  if (isAdmin(actor)) return everything;
  switch (actor.role) {
    case 'COLLECTOR':
      return sql`l.collector_id = ${actor.userId}`;
    case 'FIELD_AGENT':
      return sql`l.field_agent_id = ${actor.userId}`;
    case 'MANAGER':
    case 'PARTNER':
      return leads(actor, sql`l.manager_id`);
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      return actor.clientId === null ? nothing : sql`l.client_id = ${actor.clientId}`;
    case 'ADMIN':
    case 'SUPER_ADMIN':
      return everything;
  }
}

/**
 * Condition on `l` (loans): the loans the actor may see (design, 5: "Client" scope). A deleted loan is seen by nobody; a
 * closed one has no collector and no field agent, so that agents see only what they work.
 */
export function loansVisibleTo(actor: Actor): SQL {
  if (actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT') return loansInReachOf(actor);
  return sql`(l.status <> 'DELETED' and ${loansInReachOf(actor)})`;
}

/** Whether what was done under somebody stays its own: a manager's, and a partner's under the managers that it made. */
const isLeading = ({ role }: Actor): boolean => role === 'MANAGER' || role === 'PARTNER';

/** Condition on the id of who led something: the manager itself, or a manager that the partner made. */
const leads = (actor: Actor, managerId: SQL): SQL =>
  actor.role === 'PARTNER'
    ? sql`${managerId} in (select id from users where created_by = ${actor.userId})`
    : sql`${managerId} = ${actor.userId}`;

/** Condition on the id of who did something itself: the manager, or one that the partner made; agents are whose managers lead them. */
const isOwnDoing = (actor: Actor, agentId: SQL): SQL =>
  actor.role === 'PARTNER'
    ? sql`${agentId} in (select id from users where created_by = ${actor.userId} and role = 'MANAGER')`
    : sql`${agentId} = ${actor.userId}`;

/**
 * Condition on `l` (loans): what became of loans is told to who led them of those too that ended under it: a loan that is taken
 * back is nobody's from then on.
 */
export function loansOnceVisibleTo(actor: Actor): SQL {
  if (!isLeading(actor)) return loansVisibleTo(actor);
  return sql`(l.status <> 'DELETED' and l.id in (select x.id from loans x where ${leads(actor, sql`x.manager_id`)}
    union all select e.loan_id from loan_closures e join loans x on x.id = e.loan_id
      where ${leads(actor, sql`e.manager_id`)} and e.reopened_at is null and x.manager_id is null))`;
}

/**
 * Condition on `l` (loans), for reading one loan and writing to its borrower: those the actor may see, and the one that the
 * dialer has connected the actor with until the call's outcome is recorded, whoever has the loan.
 */
export function loansAtHandOf(actor: Actor): SQL {
  if (actor.role !== 'COLLECTOR') return loansVisibleTo(actor);
  return sql`(${loansVisibleTo(actor)} or exists (select 1 from dialer_calls k where k.agent_id = ${actor.userId}
    and k.loan_id = l.id and k.source = 'ENGINE' and k.connected_at is not null and k.wrapped_at is null
    and k.placed_at >= now() - interval '1 day'))`;
}

/** Condition on `l` (loans): those the actor may see that are worked now: work lists, allocation, boards of stock. */
export function activeLoansOf(actor: Actor): SQL {
  if (actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT') return loansInReachOf(actor);
  return sql`(l.status = 'ACTIVE' and ${loansInReachOf(actor)})`;
}

/**
 * Condition on `d` (dispositions) and `l` (its loan): the contacts the actor may see in reports and files. An agent sees
 * its own; a manager those that were made under it, a partner those under its managers, whoever has the loan since.
 */
export function dispositionsVisibleTo(actor: Actor): SQL {
  switch (actor.role) {
    case 'COLLECTOR':
    case 'FIELD_AGENT':
      return sql`d.agent_id = ${actor.userId}`;
    case 'MANAGER':
    case 'PARTNER':
      return sql`(${leads(actor, sql`d.manager_id`)} or ${isOwnDoing(actor, sql`d.agent_id`)})`;
    case 'ADMIN':
    case 'SUPER_ADMIN':
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      // What was collected stays in the books though the loan was deleted.
      return loansInReachOf(actor);
  }
}

/** Condition on `u` (users): the people the actor may name in filters, allocations and headers. */
export function peopleVisibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return everything;
  switch (actor.role) {
    case 'MANAGER':
      return sql`(u.id = ${actor.userId} or u.manager_id = ${actor.userId})`;
    case 'PARTNER':
      return sql`(u.id = ${actor.userId} or u.created_by = ${actor.userId})`;
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      return actor.clientId === null
        ? nothing
        : sql`exists (select 1 from loans x where x.client_id = ${actor.clientId}
            and (x.collector_id = u.id or x.field_agent_id = u.id or x.manager_id = u.id))`;
    case 'COLLECTOR':
    case 'FIELD_AGENT':
      return sql`u.id = ${actor.userId}`;
    case 'ADMIN':
    case 'SUPER_ADMIN':
      return everything;
  }
}

/** The same for figures of days that are over: a manager also names whom it led once, whose figures of those days it still sees. */
export function peopleOnceVisibleTo(actor: Actor): SQL {
  if (actor.role !== 'MANAGER') return peopleVisibleTo(actor);
  return sql`(${peopleVisibleTo(actor)}
    or u.id in (select led.user_id from team_spans led where led.manager_id = ${actor.userId}))`;
}

/** The user name of `u` (users), which tells people of one name apart; null for a client's people. */
export const userNameFor = (actor: Actor): SQL =>
  sql`case when ${actor.clientId === null}::boolean then u.username end`;

/** Condition on `c` (clients): the lenders the actor may name. */
export function clientsVisibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return everything;
  switch (actor.role) {
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      return actor.clientId === null ? nothing : sql`c.id = ${actor.clientId}`;
    case 'MANAGER':
      return sql`(c.id in (select client_id from manager_clients where manager_id = ${actor.userId})
        or c.id in (select x.client_id from loans x where x.manager_id = ${actor.userId}))`;
    case 'PARTNER':
      return sql`c.created_by = ${actor.userId}`;
    case 'COLLECTOR':
      return sql`c.id in (select x.client_id from loans x where x.collector_id = ${actor.userId})`;
    case 'FIELD_AGENT':
      return sql`c.id in (select x.client_id from loans x where x.field_agent_id = ${actor.userId})`;
    case 'ADMIN':
    case 'SUPER_ADMIN':
      return everything;
  }
}

/** Condition on `n` (notifications): the actor's own, or its lender's, which all of the lender's people share (spec 6). */
export function notificationsOf(actor: Actor): SQL {
  switch (actor.role) {
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      return actor.clientId === null ? nothing : sql`n.recipient_client_id = ${actor.clientId}`;
    case 'ADMIN':
    case 'SUPER_ADMIN':
    case 'PARTNER':
    case 'MANAGER':
    case 'COLLECTOR':
    case 'FIELD_AGENT':
      return sql`n.user_id = ${actor.userId}`;
  }
}

/** Condition on `r` (receipts): those of money that was taken in, not borrowers' claims: the ones that every sum is made of. */
export function receiptsVisibleTo(actor: Actor): SQL {
  return sql`(not r.is_claim and ${toldMoneyVisibleTo(actor)})`;
}

/** Condition on `r` (receipts that the actor sees): its own or its people's, whose money it deposits or cancels. */
export const receiptsAnsweredForBy = (actor: Actor): SQL => toldMoneyOf(actor);

/** When the money of `r` (receipts and claims) was told of. */
const toldAt = sql`coalesce((select e.recorded_at from dispositions e where e.id = r.disposition_id), r.created_at)`;

/**
 * Condition on `r` (receipts and claims) of receipts' lists: those of the actor's people, and all of its loans; a manager's are
 * those that it led when the money was told of, as in the reconciliation.
 */
export function toldMoneyVisibleTo(actor: Actor): SQL {
  return sql`(${toldMoneyOf(actor)} or ${wasOnOwnLoan(actor, sql`r.loan_id`, toldAt)})`;
}

/**
 * The same of a reconciliation and of sums, so that what is compared with the loans' payments is the same for whoever looks: of
 * people those that were the actor's when the money was told of. What somebody took in before it came to a team is no figure of it.
 */
export function toldMoneyCountedFor(actor: Actor): SQL {
  if (!isLeading(actor)) return toldMoneyVisibleTo(actor);
  return sql`(${leads(actor, sql`r.manager_id`)} or ${isOwnDoing(actor, sql`r.agent_id`)}
    or ${wasOnOwnLoan(actor, sql`r.loan_id`, toldAt)})`;
}

/**
 * Condition: money at an instant is of a loan that the actor led then, or one of its managers, or that it leads now, where it is
 * not known that another one did then.
 */
function wasOnOwnLoan(actor: Actor, loanId: SQL, at: SQL): SQL {
  if (!isLeading(actor)) return nothing;
  const wasLed = sql`a.loan_id = ${loanId} and a.kind = 'MANAGER' and a.allocated_at < ${at}
    and (a.ended_at is null or a.ended_at >= ${at})`;
  const isLead = leads(actor, sql`a.assignee_id`);
  return sql`(${loanId} in (select l.id from loans l where ${loansInReachOf(actor)})
      and not exists (select 1 from allocations a where ${wasLed})
    or ${loanId} in (select a.loan_id from allocations a where ${isLead} and a.kind = 'MANAGER')
      and exists (select 1 from allocations a where ${wasLed} and ${isLead}))`;
}

/** The columns of a row of money; `manager` and `client` are null where such a row is none of theirs. */
interface MoneyColumns {
  /** Whose money it is. */
  readonly agent: SQL;
  /** The manager who has to do with it, beside those whom its agents are under. */
  readonly own: SQL;
  readonly manager: SQL | null;
  readonly client: SQL | null;
  /** Condition: the agent was led by the actor, or a manager of it, then; without it who leads the agent now. */
  readonly wasLed?: SQL;
}

/** Condition: an agent's own; a manager's people's and its own; a partner's managers'; the lender's. */
function moneyOf(actor: Actor, { agent, own, manager, client, wasLed }: MoneyColumns): SQL {
  switch (actor.role) {
    case 'ADMIN':
    case 'SUPER_ADMIN':
      return everything;
    case 'COLLECTOR':
    case 'FIELD_AGENT':
      return sql`${agent} = ${actor.userId}`;
    case 'MANAGER':
      return sql`(${own} = ${actor.userId} or ${agent} = ${actor.userId}
        or ${wasLed ?? sql`${agent} in (select id from users where manager_id = ${actor.userId})`})`;
    case 'PARTNER':
      if (manager === null) return nothing;
      return sql`(${leads(actor, manager)} or ${isOwnDoing(actor, agent)} or ${wasLed ?? nothing})`;
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      return client === null || actor.clientId === null
        ? nothing
        : sql`${client} = ${actor.clientId}`;
  }
}

/**
 * Condition on `r` (receipts and claims): of its manager also what was collected for it, and of those whose manager it is
 * now, so that cash in hand moves with whoever holds it.
 */
const toldMoneyOf = (actor: Actor): SQL =>
  moneyOf(actor, {
    agent: sql`r.agent_id`,
    own: sql`r.manager_id`,
    manager: sql`r.manager_id`,
    client: sql`r.client_id`,
  });

/** Condition on `x` (deposits): as with receipts; a manager sees those of its people, its own, and those it made. */
export const depositsVisibleTo = (actor: Actor): SQL =>
  moneyOf(actor, {
    agent: sql`x.agent_id`,
    own: sql`x.created_by`,
    manager: null,
    client: null,
  });

/** Condition on `x` (deposits that the actor sees): whoever handed it in may undo it until it is verified, who is over them any time. */
export function mayUndoDeposit(actor: Actor): SQL {
  const isOver =
    isAdmin(actor) || actor.role === 'MANAGER' ? sql`x.agent_id <> ${actor.userId}` : sql`false`;
  return sql`(x.cancelled_at is null and (x.verified_at is null or ${isOver}))`;
}

/** When the business day of a payment `p` ended; old payments don't have it. */
export const paymentDayEnd = sql`coalesce(p.day_ends_at, (p.paid_on + 1)::timestamp at time zone 'Asia/Kolkata')`;

/** Condition on `p` (payments): of the actor's lender; a manager those credited to it or to its people of that day, and all of what were its loans then; a partner those of its managers. */
export function paymentsVisibleTo(actor: Actor): SQL {
  return sql`(${creditsOf(actor)} or ${wasOnOwnLoan(actor, sql`p.loan_id`, paymentDayEnd)})`;
}

const creditsOf = (actor: Actor): SQL =>
  moneyOf(actor, {
    agent: sql`p.collector_id`,
    own: sql`p.manager_id`,
    manager: sql`p.manager_id`,
    client: sql`p.client_id`,
    wasLed: sql`(p.collector_id in (select led.user_id from team_spans led where ${leads(actor, sql`led.manager_id`)})
      and ${isLedAtEnd(leads(actor, sql`led.manager_id`), sql`p.collector_id`, paymentDayEnd)})`,
  });

/**
 * Condition on `s` (settlements) and `l` (its loan): those of the loans that the actor may see; an agent's also those that
 * it proposed, as with its contacts.
 */
export function settlementsVisibleTo(actor: Actor): SQL {
  if (actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT')
    return sql`(${loansVisibleTo(actor)} or s.proposed_by = ${actor.userId})`;
  return loansVisibleTo(actor);
}

/** Condition on `m` (campaigns of the dialer): every one for the agency, its own for a client admin. */
export function campaignsVisibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return everything;
  if (actor.role !== 'CLIENT_ADMIN' || actor.clientId === null) return nothing;
  return sql`m.client_id = ${actor.clientId}`;
}

/** Condition on `i` (data insights): the files that the actor may look into, as long as they are kept. */
export function insightsVisibleTo(actor: Actor): SQL {
  return sql`(i.removed_at is null and i.expires_at > now() and ${insightsOfReach(actor)})`;
}

function insightsOfReach(actor: Actor): SQL {
  if (isAdmin(actor)) return everything;
  return sql`((i.owner_id = ${actor.userId} or i.is_shared)
    and i.client_id in (select c.id from clients c where ${clientsVisibleTo(actor)}))`;
}

/**
 * Condition on `i` (data insights that the actor may look into): it sees every row of the file, named loans or not. Others
 * see the rows of their own loans only.
 */
export function insightsWholeFor(actor: Actor): SQL {
  switch (actor.role) {
    case 'ADMIN':
    case 'SUPER_ADMIN':
    case 'PARTNER':
    case 'CLIENT_ADMIN':
    case 'CUSTOMER':
    case 'CLIENT':
      return everything;
    case 'MANAGER':
    case 'COLLECTOR':
    case 'FIELD_AGENT':
      return sql`(i.owner_id = ${actor.userId})`;
  }
}
