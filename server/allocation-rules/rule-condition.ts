import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PAST_RESULTS } from '../../contract/allocation-rule.ts';
import type { AllocationRuleSpec, RuleCondition } from '../../contract/allocation-rule.ts';
import { contains } from '../database/list-page.ts';
import { borrowerOf, ruleField } from './rule-fields.ts';
import type { RuleField } from './rule-fields.ts';
import { listOf, partsOf, rangeOf, wrong } from './rule-values.ts';

/*
 * Rules become one SQL condition over `l` (loans). Every value, header included, is a bound parameter. Lists are asked as
 * `in (select ... from unnest($1))`: PostgreSQL hashes that once, also within a CASE, so that 20,000 pincodes cost one
 * look-up per loan.
 */

const never = sql`false`;

const either = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? never : sql`(${sql.join([...conditions], sql` or `)})`;
const both = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;

/** A value that has no case to look at: texts compare whatever theirs, codes as they are. */
const compared = ({ kind, value }: RuleField): SQL =>
  kind === 'text' ? sql`lower(${value})` : value;

function oneOfTexts(value: SQL, texts: readonly string[], isLower: boolean): SQL {
  const [only] = texts;
  const given = isLower ? sql`lower(v)` : sql`v`;
  if (texts.length === 1)
    return isLower ? sql`${value} = lower(${only}::text)` : sql`${value} = ${only}::text`;
  return sql`${value} in (select ${given} from unnest(${sql.param(texts)}::text[]) v)`;
}

/** Texts by length: a beginning is compared with the first letters of the value, hashed like any list. */
function byLength(texts: readonly string[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const text of texts) {
    // PostgreSQL's left() counts letters as this does: by code points.
    const length = Array.from(text).length;
    found.set(length, [...(found.get(length) ?? []), text]);
  }
  return found;
}

function startsWith(field: RuleField, texts: readonly string[]): SQL {
  const isLower = field.kind === 'text';
  return either(
    [...byLength(texts)].map(([length, same]) =>
      oneOfTexts(sql`left(${compared(field)}, ${length}::int)`, same, isLower),
    ),
  );
}

/** Pincodes of six digits as they are, shorter ones as beginnings. */
function onePincode({ value }: RuleField, pincodes: readonly string[]): SQL {
  const wholes = pincodes.filter((pincode) => pincode.length === 6);
  const beginnings = pincodes.filter((pincode) => pincode.length < 6);
  const conditions = wholes.length > 0 ? [oneOfTexts(value, wholes, false)] : [];
  for (const [length, same] of byLength(beginnings))
    conditions.push(oneOfTexts(sql`left(${value}, ${length}::int)`, same, false));
  return either(conditions);
}

const containsOne = ({ value }: RuleField, parts: readonly string[]): SQL =>
  either(parts.map((part) => contains(part, value)));

/** The field, where it has parts that can be looked for. Throws 400 WRONG_CONDITION for numbers, days and past results. */
function textField(field: RuleField, condition: RuleCondition): RuleField {
  if (field.kind === 'number' || field.kind === 'day' || field.kind === 'daysSince')
    throw wrong(condition, 'this field is no text. Choose a list or a range instead.');
  if (field.kind === 'pastResult')
    throw wrong(condition, 'this field has no parts. Choose a list instead.');
  return field;
}

/** The instant at which the business day began that lies `days` back: asked once, not per loan. */
const dayBegan = (zone: string, days: number): SQL =>
  sql`(select ((now() at time zone ${zone}::text)::date - ${days}::int)::timestamp at time zone ${zone}::text)`;

function daysBetween(value: SQL, zone: string, from: number | null, to: number | null): SQL {
  const conditions: SQL[] = [];
  if (from !== null) conditions.push(sql`${value} < ${dayBegan(zone, from - 1)}`);
  if (to !== null) conditions.push(sql`${value} >= ${dayBegan(zone, to)}`);
  return both(conditions);
}

/** A text as a number where it is one; longer figures than an amount's are none. */
const asNumber = (value: SQL): SQL =>
  sql`(case when replace(${value}, ',', '') ~ '^\\s*-?[0-9]{1,15}(\\.[0-9]{1,8})?\\s*$'
    then replace(${value}, ',', '')::numeric end)`;

const noRange = (condition: RuleCondition) =>
  wrong(condition, 'this field has no range. Choose a list instead.');

function within(field: RuleField, zone: string, condition: RuleCondition): SQL {
  if (field.kind === 'code' || field.kind === 'client' || field.kind === 'pastResult')
    throw noRange(condition);
  const [from, to] = rangeOf(condition);
  const conditions: SQL[] = [];
  const bounds = (value: SQL, type: SQL, least: string | number | null, most: typeof least) => {
    if (least !== null) conditions.push(sql`${value} >= ${least}::${type}`);
    if (most !== null) conditions.push(sql`${value} <= ${most}::${type}`);
  };
  if (field.kind === 'daysSince')
    return daysBetween(
      field.value,
      zone,
      from === null ? null : Number(from),
      to === null ? null : Number(to),
    );
  if (field.kind === 'day') bounds(field.value, sql`date`, from, to);
  else if (field.kind === 'text') bounds(asNumber(field.value), sql`numeric`, from, to);
  else if (field.kind === 'pincode')
    bounds(
      sql`${field.value} collate "C"`,
      sql`text`,
      from === null ? null : String(from).padEnd(6, '0'),
      to === null ? null : String(to).padEnd(6, '9'),
    );
  else bounds(field.value, numberType(field), from, to);
  return both(conditions);
}

const numberType = ({ type }: RuleField): SQL =>
  type === 'double precision' ? sql`double precision` : sql`bigint`;

/**
 * The best result ever had with the borrower is one of the classes. Read through `dispositions_results`, and only as far
 * as the worst class that is asked for; the partial index needs its condition written out.
 */
function pastResultIn(classes: readonly string[]): SQL {
  const order: readonly string[] = PAST_RESULTS;
  const asked = classes.map((name) => order.indexOf(name) + 1).filter((rank) => rank > 0);
  if (asked.length === 0) return never;
  const needed = order.slice(0, Math.max(...asked));
  return sql`${borrowerOf('l')} in (select ${borrowerOf('pl')}
    from (select pd.loan_id, min(array_position(${sql.param(order)}::text[], pd.disposition_class)) as rank
      from dispositions pd where pd.code <> 'CALL_STARTED' and pd.disposition_class = any(${sql.param(needed)}::text[])
      group by pd.loan_id) best
    join loans pl on pl.id = best.loan_id
    group by 1 having min(best.rank) = any(${sql.param(asked)}::int[]))`;
}

function oneOf(field: RuleField, zone: string, condition: RuleCondition): SQL {
  const values = listOf(condition);
  const texts = values.map(String);
  switch (field.kind) {
    case 'number':
      return sql`${field.value} in (select v from unnest(${sql.param(texts)}::${numberType(field)}[]) v)`;
    case 'day':
      return sql`${field.value} in (select v from unnest(${sql.param(texts)}::date[]) v)`;
    case 'daysSince':
      return either(
        values.map((days) => daysBetween(field.value, zone, Number(days), Number(days))),
      );
    case 'pincode':
      return onePincode(field, texts);
    case 'pastResult':
      return pastResultIn(texts);
    case 'client':
    case 'text':
    case 'code':
      return oneOfTexts(compared(field), texts, field.kind === 'text');
  }
}

function isEmpty({ kind, value }: RuleField): SQL {
  if (kind === 'text' || kind === 'code' || kind === 'pincode')
    return sql`coalesce(${value}, '') = ''`;
  if (kind === 'pastResult') return sql`(${pastResultIn(PAST_RESULTS)}) is not true`;
  return sql`${value} is null`;
}

function holds(field: RuleField, zone: string, condition: RuleCondition): SQL {
  switch (condition.is) {
    case 'in':
      return oneOf(field, zone, condition);
    case 'notIn':
      return sql`(${oneOf(field, zone, condition)}) is not true`;
    case 'between':
      return within(field, zone, condition);
    case 'contains':
      return containsOne(textField(field, condition), partsOf(condition));
    case 'startsWith':
      return startsWith(textField(field, condition), partsOf(condition));
    case 'empty':
      return isEmpty(field);
    case 'notEmpty':
      return sql`not (${isEmpty(field)})`;
  }
}

/** A condition on the lender's name is one on its id: asked of the few lenders once, not of each loan. */
function clientHolds(zone: string, condition: RuleCondition): SQL {
  if (condition.is === 'empty') return never;
  if (condition.is === 'notEmpty') return sql`true`;
  if (condition.is === 'between') throw noRange(condition);
  const name: RuleField = { kind: 'text', value: sql`kc.name` };
  return sql`l.client_id = any(array(select kc.id from clients kc where ${holds(name, zone, condition)}))`;
}

/** One condition over `l`. Throws 400 WRONG_CONDITION when its values don't fit its field. */
export function conditionHolds(condition: RuleCondition, zone: string): SQL {
  const field = ruleField(condition.field);
  const made =
    field.kind === 'client' ? clientHolds(zone, condition) : holds(field, zone, condition);
  return sql`(${made})`;
}

/**
 * A rule's conditions as one over `l` (loans); true without any. `zone` is the business time zone: "days since" are its
 * days. Whether the loan is ACTIVE, free and in scope is for the caller to ask. Throws 400 WRONG_CONDITION.
 */
export function ruleCondition(spec: Pick<AllocationRuleSpec, 'conditions'>, zone: string): SQL {
  return both(spec.conditions.map((condition) => conditionHolds(condition, zone)));
}

/**
 * The place (from 0) of the first of these rules that takes the loan `l`; null when none does. One CASE, so that a single
 * reading of the loans answers for all rules.
 */
export function firstRuleThatTakes(
  rules: readonly { readonly spec: Pick<AllocationRuleSpec, 'conditions'> }[],
  zone: string,
): SQL {
  if (rules.length === 0) return sql`null::int`;
  const cases = rules.map(
    ({ spec }, place) => sql`when ${ruleCondition(spec, zone)} then ${place}::int`,
  );
  return sql`(case ${sql.join(cases, sql` `)} end)`;
}
