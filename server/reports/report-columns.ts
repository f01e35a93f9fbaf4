import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ROLLS, STAGES } from '../../contract/prediction.ts';
import type { Roll, Stage } from '../../contract/prediction.ts';
import type { Measure } from '../../contract/report-columns.ts';
import type { Detail } from '../../contract/report-details.ts';
import { NO_GROUP } from '../../contract/report-names.ts';
import type { ReportGroup } from '../../contract/report-names.ts';
import type { Actor } from '../access/actor.ts';
import { sqlTextFor } from '../loans/loan-rows-service.ts';
import { moneyState } from '../payments/collected-service.ts';
import { noteForFile, phoneFor, phoneForFile } from './export-rules.ts';

/** What rows of one kind (`Report.alike`) add to loans, or to their due. */
const flowOf = (column: 'roll' | 'closing_stage', word: Roll | Stage, what: 'loans' | 'due'): SQL =>
  sql.raw(`case when x.${column} = '${word}' then x.flow_${what} else 0 end`);

/** What a row `x` of a report's facts adds to each measure. */
export const MEASURE_SQL: Readonly<Record<Measure, SQL>> = {
  loans: sql`x.loans`,
  due: sql`x.due`,
  opening: sql`x.opening`,
  added: sql`x.added`,
  recalled: sql`x.recalled`,
  closing: sql`x.closing`,
  closingDue: sql`x.closing_due`,
  workable: sql`x.workable`,
  workableDue: sql`x.workable_due`,
  notAllocated: sql`x.not_allocated`,
  nothingDue: sql`x.nothing_due`,
  underSettlement: sql`x.under_settlement`,
  onHold: sql`x.on_hold`,
  noNumber: sql`x.no_number`,
  touched0: sql`x.touched_0`,
  touched3: sql`x.touched_3`,
  touched7: sql`x.touched_7`,
  touched15: sql`x.touched_15`,
  untouched: sql`x.untouched`,
  bestPaid: sql`x.best_paid`,
  bestPromise: sql`x.best_promise`,
  bestCallback: sql`x.best_callback`,
  bestContacted: sql`x.best_contacted`,
  bestDispute: sql`x.best_dispute`,
  bestRefused: sql`x.best_refused`,
  bestNotContacted: sql`x.best_not_contacted`,
  bestSkip: sql`x.best_skip`,
  held: sql`x.held`,
  heldDue: sql`x.held_due`,
  retained: sql`x.retained`,
  moved: sql`x.moved`,
  released: sql`x.released`,
  retainedCollected: sql`x.retained_collected`,
  movedCollected: sql`x.moved_collected`,
  calls: sql`x.calls`,
  visits: sql`x.visits`,
  contacts: sql`x.contacts`,
  connects: sql`x.connects`,
  rightParty: sql`x.right_party`,
  talkSeconds: sql`x.talk_seconds`,
  promises: sql`x.promises`,
  promised: sql`x.promised`,
  claimed: sql`x.claimed`,
  receipted: sql`x.receipted`,
  verified: sql`x.verified`,
  collected: sql`x.collected`,
  worked: sql`x.worked`,
  reached: sql`x.reached`,
  promisedLoans: sql`x.promised_loans`,
  paidLoans: sql`x.paid_loans`,
  resolved: sql`x.resolved`,
  dueFirst: sql`x.due_first`,
  promisesDue: sql`x.promises_due`,
  promisedDue: sql`x.promised_due`,
  kept: sql`x.kept`,
  partKept: sql`x.part_kept`,
  broken: sql`x.broken`,
  decided: sql`x.decided`,
  stillOpen: sql`x.still_open`,
  otherwise: sql`x.otherwise`,
  openLate: sql`x.open_late`,
  openToday: sql`x.open_today`,
  openSoon: sql`x.open_soon`,
  openLater: sql`x.open_later`,
  promisePaid: sql`x.promise_paid`,
  flowLoans: sql`x.flow_loans`,
  flowPaid: flowOf('roll', 'SETTLED', 'loans'),
  flowPart: flowOf('roll', 'PAID_PART', 'loans'),
  flowClosed: flowOf('roll', 'CLOSED', 'loans'),
  flowStayed: flowOf('roll', 'STAYED', 'loans'),
  flowRolled: flowOf('roll', 'ROLLED', 'loans'),
  flowTo30: flowOf('closing_stage', 'D0_30', 'loans'),
  flowTo60: flowOf('closing_stage', 'D31_60', 'loans'),
  flowTo90: flowOf('closing_stage', 'D61_90', 'loans'),
  flowTo180: flowOf('closing_stage', 'D91_180', 'loans'),
  flowTo181: flowOf('closing_stage', 'D181', 'loans'),
  flowToUnknown: flowOf('closing_stage', 'UNKNOWN', 'loans'),
  flowDue: sql`x.flow_due`,
  flowPaidDue: flowOf('roll', 'SETTLED', 'due'),
  flowPartDue: flowOf('roll', 'PAID_PART', 'due'),
  flowClosedDue: flowOf('roll', 'CLOSED', 'due'),
  flowStayedDue: flowOf('roll', 'STAYED', 'due'),
  flowRolledDue: flowOf('roll', 'ROLLED', 'due'),
  flowTo30Due: flowOf('closing_stage', 'D0_30', 'due'),
  flowTo60Due: flowOf('closing_stage', 'D31_60', 'due'),
  flowTo90Due: flowOf('closing_stage', 'D61_90', 'due'),
  flowTo180Due: flowOf('closing_stage', 'D91_180', 'due'),
  flowTo181Due: flowOf('closing_stage', 'D181', 'due'),
  flowToUnknownDue: flowOf('closing_stage', 'UNKNOWN', 'due'),
};

/** What rows are put together by. */
interface GroupSql {
  /** What a row `x` of the loan `l` of a client `c` has of it, as it is stored: what is put together is smaller than what it is told by. */
  readonly of: (zone: string) => SQL;
  /** What a group is told by, a text that is never null: the empty one is "nobody", "none". */
  readonly key: (of: SQL) => SQL;
  /** What it is called. */
  readonly label: (of: SQL) => SQL;
  /** Lenders' files say it in words of their own: in any letter case it is one group. */
  readonly isWord?: true;
}

/** What the keys of one group have in common. */
export const alikeSql = (by: ReportGroup, key: SQL): SQL =>
  GROUP_SQL[by].isWord ? sql`lower(${key})` : key;

/** A loan-month tells in its note where it was, what became of it, and of an unpaid one where it went. */
const openingStage = sql`split_part(x.note, ' ', 1)`;
const roll = sql`split_part(x.note, ' ', 2)`;
const closingStage = sql`split_part(x.note, ' ', 3)`;

/** Groups that stand in the order of their keys; the others stand with the largest first. */
export const IN_ORDER: ReadonlySet<ReportGroup> = new Set([
  'day',
  'hour',
  'month',
  'bucket',
  'openingStage',
  'roll',
  'closingStage',
  'flowMonth',
]);

/** Groups whose keys are words that have an order of their own. */
const WORD_ORDER: Readonly<Partial<Record<ReportGroup, readonly string[]>>> = {
  openingStage: STAGES,
  closingStage: STAGES,
  roll: ROLLS,
};

/** The place of a group among others that stand in order; null: by its label. */
export function placeSql(by: ReportGroup, of: SQL): SQL {
  const order = WORD_ORDER[by];
  return order === undefined
    ? sql`null::int`
    : sql`array_position(${sql.param(order)}::text[], ${of})`;
}

const asText = (of: SQL) => sql`coalesce(${of}::text, '')`;
const noLabel = () => sql`null::text`;
const person = (column: SQL): GroupSql => ({
  of: () => column,
  key: asText,
  label: (of) => sql`(select u.full_name from users u where u.id = ${of})`,
});
/** It is its own name. */
const named = (column: SQL): GroupSql => ({
  of: () => column,
  key: asText,
  label: (of) => sql`${of}::text`,
});
const word = (column: SQL): GroupSql => ({
  ...named(column),
  // A lender's own word of that look says none, too: two groups of one name would open each other's rows.
  key: (of) => sql`coalesce(nullif(${of}, ${sql.raw(`'${NO_GROUP}'`)}), '')`,
  isWord: true,
});
/** A time's part, which screens have words for. */
const part = (of: (zone: string) => SQL, format: string): GroupSql => ({
  of,
  key: (at) => sql`coalesce(to_char(${at}, ${format}), '')`,
  label: noLabel,
});
/** One of the words in the note of a loan-month. */
const stage = (of: SQL): GroupSql => ({ of: () => of, key: (found) => found, label: noLabel });

export const GROUP_SQL: Readonly<Record<ReportGroup, GroupSql>> = {
  agent: person(sql`x.agent_id`),
  manager: person(sql`x.manager_id`),
  client: {
    of: () => sql`l.client_id`,
    key: (of) => sql`(select n.name from clients n where n.id = ${of})`,
    label: (of) => sql`(select n.name from clients n where n.id = ${of})`,
  },
  bucket: word(sql`l.bucket`),
  city: word(sql`l.city`),
  product: word(sql`l.product`),
  region: word(sql`l.region`),
  outcome: {
    of: () => sql`x.note`,
    key: asText,
    label: (of) => sql`(select o.label from disposition_codes o where o.code = ${of})`,
  },
  day: named(sql`x.day`),
  hour: part((zone) => sql`date_trunc('hour', x.at at time zone ${zone})`, 'HH24'),
  month: part((zone) => sql`date_trunc('month', x.at at time zone ${zone})`, 'YYYY-MM'),
  openingStage: stage(openingStage),
  roll: stage(roll),
  closingStage: stage(closingStage),
  flowMonth: part(() => sql`x.day`, 'YYYY-MM'),
};

/** What a row tells: of `x`, its loan `l`, client `c`, agent `a`, manager `g`, outcome `k` and contact `e`. */
const DETAIL_SQL: Readonly<Record<Detail, SQL>> = {
  loanNumber: sql`l.loan_number`,
  customer: sql`l.customer_name`,
  client: sql`c.name`,
  agent: sql`a.full_name`,
  manager: sql`g.full_name`,
  at: sql`x.at`,
  outcome: sql`k.label`,
  status: sql`l.status`,
  bucket: sql`l.bucket`,
  city: sql`l.city`,
  state: sql`l.state`,
  region: sql`l.region`,
  branch: sql`l.branch`,
  product: sql`l.product`,
  dpd: sql`l.dpd`,
  mobile: sql`l.mobile_number`,
  alternateMobile: sql`l.alternate_mobile_number`,
  email: sql`l.email`,
  address: sql`l.address`,
  pincode: sql`l.pincode`,
  loanAmount: sql`l.loan_amount`,
  emi: sql`l.emi_amount`,
  principal: sql`l.principal_outstanding`,
  interest: sql`l.interest_outstanding`,
  penalty: sql`l.penalty_amount`,
  totalDue: sql`l.total_due_amount`,
  paid: sql`l.paid_amount`,
  disbursedOn: sql`l.disbursal_date`,
  dueOn: sql`l.due_date`,
  lastPaidOn: sql`l.last_payment_date`,
  lastPaid: sql`l.last_payment_amount`,
  lastContactAt: sql`l.disposition_at`,
  lastOutcome: sql`(select kl.label from disposition_codes kl where kl.code = l.disposition)`,
  lastContactBy: sql`(select du.full_name from dispositions dl join users du on du.id = dl.agent_id
    where dl.loan_id = l.id and dl.code <> 'CALL_STARTED' order by dl.recorded_at desc, dl.id desc limit 1)`,
  daysSince: sql`x.days_since`,
  nextStep: sql`case when exists (select 1 from settlements ns where ns.loan_id = l.id
      and ns.state in ('PROPOSED', 'APPROVED_BY_MANAGER', 'COUNTERED', 'APPROVED_BY_CLIENT', 'LETTER_ISSUED', 'ACTIVE'))
      then 'SETTLEMENT'
    when l.promise_broken_on is not null then 'BROKEN'
    when l.promise_date is not null then 'PROMISE'
    when l.disposition_class = 'CALLBACK' then 'CALLBACK'
    when l.disposition_at is null then 'FIRST' else 'AGAIN' end`,
  openingStage,
  roll,
  closingStage: sql`nullif(${closingStage}, '')`,
  flowMonth: sql`x.day::text`,
  countsOn: sql`x.day::text`,
  promiseOn: sql`l.promise_date`,
  promiseAmount: sql`l.promise_amount`,
  entry: sql`x.entry`,
  amountTold: sql`e.amount_collected`,
  moneyState: sql`(select ${moneyState} from receipts r where e.amount_collected > 0 and r.disposition_id = e.id
    order by r.cancelled_at is null desc, r.created_at desc limit 1)`,
  followOn: sql`e.on_date`,
  followAt: sql`to_char(e.at_time, 'HH12:MI AM')`,
  personMet: sql`e.person_met`,
  callStatus: sql`e.call_status`,
  remarks: sql`e.remarks`,
  files: sql`(select nullif(count(*), 0) from files f where f.disposition_id = e.id)`,
  position: sql`case when e.position ? 'latitude'
      then (e.position ->> 'latitude') || ', ' || (e.position ->> 'longitude')
    when e.position is not null then 'No position: ' || lower(e.position ->> 'missingReason') end`,
  accuracy: sql`e.position -> 'accuracyMetres'`,
  receivedAt: sql`e.created_at`,
};

const PHONES: ReadonlySet<Detail> = new Set(['mobile', 'alternateMobile']);
/** What people wrote down: numbers stand in it too. */
const NOTES: ReadonlySet<Detail> = new Set(['remarks', 'personMet', 'address']);

/** The same for a reader; in a file phone numbers are masked where the lender says so for who takes it, too. */
export function detailSql(detail: Detail, reader: Actor, isFile: boolean): SQL {
  const value = DETAIL_SQL[detail];
  if (NOTES.has(detail))
    return isFile ? noteForFile(reader, value) : sqlTextFor(reader.role, value);
  if (!PHONES.has(detail)) return value;
  return isFile ? phoneForFile(reader, value) : phoneFor(reader, value);
}
