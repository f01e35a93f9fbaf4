import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo } from '../access/scope.ts';
import {
  isConnect,
  isPromise,
  isRightParty,
  promisedAmount,
} from '../dispositions/contact-measures-service.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { collectedAmount, moneyKnownAt, moneyLines } from '../payments/collected-service.ts';
import { within } from './loan-months.ts';
import type { FactsAsk, Report } from './report-definition.ts';
import { summedContacts } from './summed-facts.ts';

/** Condition on `d`: it lies in the days, and the actor sees it. */
export const contactsInDays = (ask: FactsAsk) =>
  sql`${within(ask)} and ${dispositionsVisibleTo(ask.actor)}`;

/** Condition on the money line `m`: the actor sees it. A lender's people see of money what is verified, no other line. */
const isSeen = ({ clientId }: Actor) => (clientId === null ? sql`true` : sql`m.verified <> 0`);

/** What the money line `m` is. */
const moneyEntry = sql`case when m.verified > 0 then 'PAYMENT' when m.claimed > 0 then 'CLAIM' else 'RECEIPT' end`;

/**
 * A row per contact of the channel. Its loan stands in a left join: left out where who sees it does not depend on it. Rows
 * that are put together here have the same types: else the database would work out every column of every row, asked for or
 * not.
 */
const contactRows = (channel: 'CALL' | 'FIELD', ask: FactsAsk): SQL => sql`
    select d.id::text as id, d.loan_id, d.agent_id, d.manager_id, d.recorded_at as at,
      (d.recorded_at at time zone ${ask.zone})::date as day, d.code as note, d.remarks,
      case when d.channel = 'CALL' then 'CALL' else 'VISIT' end as entry, (d.channel = 'CALL')::int as calls,
      (d.channel = 'FIELD')::int as visits, (${isConnect})::int as connects, (${isRightParty})::int as right_party,
      coalesce(d.duration, 0) as talk_seconds, (${isPromise})::int as promises,
      ${promisedAmount} as promised,
      0::bigint as claimed, 0::bigint as receipted, 0::bigint as verified, 0::bigint as collected
    from dispositions d left join loans l on l.id = d.loan_id
    where d.channel = ${channel} and ${contactsInDays(ask)} and ${isNotSuperseded}`;

/** A row per money line of those who work the channel, of nobody with the calls. What a contact told of has its outcome and remarks. */
function moneyRows(channel: 'CALL' | 'FIELD', { actor, range }: FactsAsk): SQL {
  const isTheirs =
    channel === 'FIELD'
      ? sql`u.role = 'FIELD_AGENT'`
      : sql`coalesce(u.role, 'COLLECTOR') <> 'FIELD_AGENT'`;
  return sql`
    select '' as id, m.loan_id, m.person_id as agent_id, m.manager_id, ${moneyKnownAt} as at, m.day, e.code as note, e.remarks,
      ${moneyEntry} as entry, 0 as calls, 0 as visits, 0 as connects, 0 as right_party, 0 as talk_seconds, 0 as promises,
      0::bigint as promised, m.claimed, m.receipted, m.verified, ${collectedAmount(actor)} as collected
    from ${moneyLines(actor, range)} m left join users u on u.id = m.person_id
      left join dispositions e on e.id = m.disposition_id where ${isTheirs} and ${isSeen(actor)}`;
}

const activityFacts =
  (channel: 'CALL' | 'FIELD') =>
  (ask: FactsAsk): SQL =>
    sql`${contactRows(channel, ask)} union all ${moneyRows(channel, ask)}`;

const SUMMED = sql`x.loan_id, x.agent_id, x.manager_id, x.at, x.day, x.note, x.remarks, x.calls, x.visits, x.connects, x.right_party,
  x.talk_seconds, x.promises, x.promised`;

/** Calls that have only begun are in no kept sum, and are told by their rows. */
const summedActivity =
  (channel: 'CALL' | 'FIELD') =>
  (ask: FactsAsk): SQL => {
    const money = sql`x.claimed, x.receipted, x.verified, x.collected`;
    return sql`
    select ${SUMMED}, 0::bigint as claimed, 0::bigint as receipted, 0::bigint as verified, 0::bigint as collected
    from (${summedContacts(channel, ask)}) x
    union all
    select ${SUMMED}, ${money} from (${contactRows(channel, ask)} and d.code = 'CALL_STARTED') x
    union all
    select ${SUMMED}, ${money} from (${moneyRows(channel, ask)}) x`;
  };

const GROUPS = [
  'agent',
  'hour',
  'day',
  'outcome',
  'client',
  'manager',
  'bucket',
  'product',
  'city',
] as const;

/** Calls, connects, promises and money; by hour it is the hourly productivity. */
export const callStatus: Report = {
  range: 'day',
  groups: GROUPS,
  measures: [
    'calls',
    'connects',
    'rightParty',
    'talkSeconds',
    'promises',
    'promised',
    'claimed',
    'receipted',
    'verified',
    'collected',
  ],
  ratios: ['connectRate', 'promiseRate'],
  details: ['loanNumber', 'customer', 'client', 'agent', 'at', 'entry', 'outcome', 'totalDue'],
  isOfContacts: true,
  facts: activityFacts('CALL'),
  summedFacts: summedActivity('CALL'),
};

/** Visits, people met, promises and money. */
export const fieldStatus: Report = {
  ...callStatus,
  measures: [
    'visits',
    'connects',
    'rightParty',
    'promises',
    'promised',
    'receipted',
    'verified',
    'collected',
  ],
  ratios: ['metRate', 'promiseRate'],
  facts: activityFacts('FIELD'),
  summedFacts: summedActivity('FIELD'),
};

const TOLD = ['loanNumber', 'customer', 'client', 'agent', 'at', 'entry', 'outcome'] as const;
const FOLLOWED = [
  'amountTold',
  'moneyState',
  'followOn',
  'followAt',
  'remarks',
  'files',
  'receivedAt',
] as const;

/** Every call of the days; its figures are those of Call Productivity. */
export const dailyCalls: Report = {
  ...callStatus,
  details: [...TOLD, 'personMet', 'callStatus', ...FOLLOWED],
};

/** Every visit of the days; its figures are those of Field Productivity. */
export const dailyVisits: Report = {
  ...fieldStatus,
  details: [...TOLD, 'personMet', ...FOLLOWED, 'position', 'accuracy'],
};

/** A row per money line: together they are what boards tell of these days. */
const moneyFacts = ({ actor, range }: FactsAsk): SQL => sql`
  select '' as id, m.loan_id, m.person_id as agent_id, m.manager_id, ${moneyKnownAt} as at, m.day, null::text as note,
    ${moneyEntry} as entry, m.claimed, m.receipted, m.verified, ${collectedAmount(actor)} as collected
  from ${moneyLines(actor, range)} m left join dispositions e on e.id = m.disposition_id where ${isSeen(actor)}`;

/** All money of the days, of callers, field agents and nobody: what the figure "Collected" of a board opens. */
export const collections: Report = {
  range: 'month',
  groups: ['agent', 'day', 'client', 'manager', 'bucket', 'product', 'city', 'region'],
  measures: ['claimed', 'receipted', 'verified', 'collected'],
  ratios: [],
  details: [
    'loanNumber',
    'customer',
    'client',
    'agent',
    'manager',
    'countsOn',
    'entry',
    'at',
    'bucket',
    'product',
    'city',
    'totalDue',
  ],
  facts: moneyFacts,
};
