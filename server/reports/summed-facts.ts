import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ReportFilter } from '../../contract/report-engine.ts';
import type { ReportGroup } from '../../contract/report-names.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo } from '../access/scope.ts';
import type { FactsAsk, Report } from './report-definition.ts';

/** What kept sums (tables/contact-sums.ts) know of contacts: neither loans nor outcomes. */
const GROUPS: ReadonlySet<ReportGroup> = new Set(['agent', 'manager', 'day', 'hour']);
const SLOT_MS = 30 * 60_000;

const isWhole = (instant: string): boolean => Date.parse(instant) % SLOT_MS === 0;

/** Whom contacts are seen by as those of agents and managers, whatever loans they are of. */
const seesByPeople = (actor: Actor): boolean =>
  isAdmin(actor) || ['MANAGER', 'COLLECTOR', 'FIELD_AGENT'].includes(actor.role);

const isGiven = (list: readonly string[] | undefined): boolean =>
  list !== undefined && list.length > 0;

const asksOfLoans = (filter: ReportFilter): boolean =>
  [filter.clientName, filter.bucket, filter.city, filter.product, filter.disposition].some(
    isGiven,
  ) || (filter.search ?? '') !== '';

/**
 * The facts from which groups are read: of the kept sums where they tell all that is asked for, else of the rows. Either
 * adds up to the same.
 */
export function factsForGroups(
  { facts, summedFacts }: Report,
  ask: FactsAsk,
  filter: ReportFilter,
  by: ReportGroup,
): SQL {
  const isTold =
    GROUPS.has(by) &&
    seesByPeople(ask.actor) &&
    !asksOfLoans(filter) &&
    isWhole(ask.start) &&
    isWhole(ask.end);
  return summedFacts === undefined || !isTold ? facts(ask) : summedFacts(ask);
}

/**
 * The contacts of the days as kept sums, with the columns of contacts that agents, managers and times are told by, and the
 * figures of calls and visits.
 */
export const summedContacts = (
  channel: 'CALL' | 'FIELD',
  { actor, zone, start, end }: FactsAsk,
): SQL => sql`select null::uuid as loan_id, d.agent_id, d.manager_id, d.slot as at, (d.slot at time zone ${zone})::date as day,
    null::text as note, null::text as remarks, d.contacts * ${channel === 'CALL' ? 1 : 0}::int as calls,
    d.contacts * ${channel === 'FIELD' ? 1 : 0}::int as visits, d.connects, d.right_party, d.talk_seconds, d.promises, d.promised
  from contact_sums d
  where d.channel = ${channel} and d.slot >= ${start}::timestamptz and d.slot < ${end}::timestamptz
    and ${dispositionsVisibleTo(actor)}`;
