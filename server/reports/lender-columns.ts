import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LenderColumn } from '../../contract/client-export.ts';
import { LENDER_FIELDS } from '../../contract/lender-fields.ts';
import type { LenderField } from '../../contract/lender-fields.ts';
import { noteForFile } from './export-rules.ts';
import { collectedAmount, isVerified, moneyLines } from '../payments/collected-service.ts';
import { detailSql } from './report-columns.ts';
import type { FactsAsk } from './report-definition.ts';

/** The newest contact of `l`, of whichever channel or of one. */
const lastOf = (value: SQL, of: SQL): SQL => sql`(select ${value} from dispositions x
  join disposition_codes xk on xk.code = x.code join users xu on xu.id = x.agent_id
  where x.loan_id = l.id and x.code <> 'CALL_STARTED' and ${of} order by x.recorded_at desc, x.id desc limit 1)`;
const anyway = sql`true`;
const byPhone = sql`x.channel = 'CALL'`;
const inPerson = sql`x.channel = 'FIELD'`;

/** How many contacts of a channel there were in the days. */
const countIn = (
  { start, end }: FactsAsk,
  of: SQL,
): SQL => sql`(select count(*)::int from dispositions x
  where x.loan_id = l.id and x.code <> 'CALL_STARTED' and ${of} and x.recorded_at >= ${start}::timestamptz
    and x.recorded_at < ${end}::timestamptz)`;

/** The newest payment of `l` that stands. */
const lastPayment = (
  value: SQL,
): SQL => sql`(select ${value} from payments p where p.loan_id = l.id and ${isVerified}
  order by p.paid_on desc, p.id desc limit 1)`;

/** Money in the days: a lender's people see what is verified. */
const moneyIn = ({ actor, range }: FactsAsk, amount: SQL): SQL =>
  sql`(select coalesce(sum(${amount}), 0)::bigint from ${moneyLines(actor, range)} m where m.loan_id = l.id)`;

/** What agents told is not a lender's people's to see. */
const ownOnly = ({ actor }: FactsAsk, value: SQL): SQL =>
  sql`case when ${actor.clientId}::uuid is null then ${value} end`;

type OwnField = Exclude<LenderField, keyof typeof OF_DETAILS | 'other' | 'fixed'>;

/** Fields that rows of reports have too. */
const OF_DETAILS = {
  loanNumber: true,
  customer: true,
  client: true,
  agent: true,
  manager: true,
  status: true,
  bucket: true,
  city: true,
  state: true,
  region: true,
  branch: true,
  product: true,
  dpd: true,
  mobile: true,
  alternateMobile: true,
  email: true,
  address: true,
  pincode: true,
  loanAmount: true,
  emi: true,
  principal: true,
  interest: true,
  penalty: true,
  totalDue: true,
  paid: true,
  disbursedOn: true,
  dueOn: true,
  lastPaidOn: true,
  lastPaid: true,
  lastContactAt: true,
  lastOutcome: true,
  lastContactBy: true,
  promiseOn: true,
  promiseAmount: true,
} as const;

const OWN_SQL: Readonly<Record<OwnField, (ask: FactsAsk) => SQL>> = {
  fieldAgent: () => sql`f.full_name`,
  receivedOn: ({ zone }) => sql`(l.created_at at time zone ${zone})::date`,
  periodEndsOn: () => sql`l.period_ends_on`,
  unverified: (ask) => ownOnly(ask, sql`l.unverified_amount`),
  latitude: () => sql`l.latitude::text`,
  longitude: () => sql`l.longitude::text`,
  brokenOn: () => sql`l.promise_broken_on`,
  lastCode: () => lastOf(sql`x.code`, anyway),
  lastClass: () => lastOf(sql`x.disposition_class`, anyway),
  lastChannel: () => lastOf(sql`x.channel`, anyway),
  lastRemarks: ({ actor }) => lastOf(noteForFile(actor, sql`x.remarks`), anyway),
  lastPersonMet: ({ actor }) => lastOf(noteForFile(actor, sql`x.person_met`), anyway),
  lastDuration: () => lastOf(sql`x.duration`, byPhone),
  lastAmountTold: (ask) => ownOnly(ask, lastOf(sql`x.amount_collected`, anyway)),
  lastNextOn: () => lastOf(sql`x.on_date`, anyway),
  callAt: () => lastOf(sql`x.recorded_at`, byPhone),
  callOutcome: () => lastOf(sql`xk.label`, byPhone),
  callRemarks: ({ actor }) => lastOf(noteForFile(actor, sql`x.remarks`), byPhone),
  visitAt: () => lastOf(sql`x.recorded_at`, inPerson),
  visitOutcome: () => lastOf(sql`xk.label`, inPerson),
  visitRemarks: ({ actor }) => lastOf(noteForFile(actor, sql`x.remarks`), inPerson),
  visitBy: () => lastOf(sql`xu.full_name`, inPerson),
  calls: (ask) => countIn(ask, byPhone),
  visits: (ask) => countIn(ask, inPerson),
  paymentOn: () => lastPayment(sql`p.paid_on`),
  paymentAmount: () => lastPayment(sql`p.amount`),
  paymentMode: () => lastPayment(sql`p.mode`),
  paymentReference: () => lastPayment(sql`p.reference`),
  paidInDays: (ask) => moneyIn(ask, sql`m.verified`),
  collectedInDays: (ask) => moneyIn(ask, collectedAmount(ask.actor)),
};

const isDetail = (field: LenderField): field is keyof typeof OF_DETAILS => field in OF_DETAILS;

/** A column's value of a loan `l`, its client `c`, agent `a`, manager `g` and field agent `f`, as files have it. */
function valueOf({ field, text }: LenderColumn, ask: FactsAsk): SQL {
  if (field === 'other') return noteForFile(ask.actor, sql`l.other_columns ->> ${text}`);
  if (field === 'fixed') return sql`${text}::text`;
  return isDetail(field) ? detailSql(field, ask.actor, true) : OWN_SQL[field](ask);
}

/** The values of a format's columns, as an array. */
export const lenderCells = (columns: readonly LenderColumn[], ask: FactsAsk): SQL =>
  sql`jsonb_build_array(${sql.join(
    columns.map((column) => valueOf(column, ask)),
    sql`, `,
  )})`;

/** What a column holds. */
export const kindOf = ({ field }: LenderColumn) => LENDER_FIELDS[field].kind;
