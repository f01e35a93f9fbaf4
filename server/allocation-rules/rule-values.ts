import { plainSigns } from '../../contract/amount-text.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { RuleCondition } from '../../contract/allocation-rule.ts';
import { dayInputSchema } from '../../contract/values.ts';
import { badInput } from '../errors.ts';
import { ruleField } from './rule-fields.ts';

/** Beyond this many, "contains" would be a slow search through each loan's text. */
const MOST_PARTS = 200;

/** What refuses a condition whose values don't fit its field. */
export const wrong = (condition: RuleCondition, sentence: string) =>
  badInput(
    `${condition.field}: ${sentence}`,
    [fieldProblem('conditions', 'not-valid', { field: condition.field }, sentence)],
    'WRONG_CONDITION',
  );

const filled = (values: readonly string[]) => values.map((text) => text.trim()).filter(Boolean);

/** A number as people write it: `1,23,456`, `₹500`, `-3`, `18.52`, `९,०००`. */
function toNumber(condition: RuleCondition, text: string): number {
  const { type, most } = ruleField(condition.field);
  const unit = most === undefined ? /^(₹|rs\.?\s*)/i : /%\s*$/;
  const bare = plainSigns(text).replace(unit, '').replaceAll(/[,\s]/g, '');
  const isNumber = /^-?\d{1,13}(\.\d{1,8})?$/.test(bare);
  if (!isNumber) throw wrong(condition, `"${text}" is not a number. Write it in figures.`);
  if (type === 'bigint' && !Number.isInteger(Number(bare)))
    throw wrong(condition, `"${text}" is not a whole number. Leave out what is behind the point.`);
  if (most !== undefined && (Number(bare) < 0 || Number(bare) > most))
    throw wrong(condition, `"${text}" is not between 0 and ${most}.`);
  return Number(bare);
}

function toDays(condition: RuleCondition, text: string): number {
  const days = toNumber(condition, text);
  if (!Number.isInteger(days) || days < 0 || days > 36_500)
    throw wrong(condition, `"${text}" is not a number of days.`);
  return days;
}

function toDay(condition: RuleCondition, text: string): string {
  const day = dayInputSchema.safeParse(text);
  if (day.success) return day.data;
  throw wrong(condition, `"${text}" is not a date. Write it as DD-MM-YYYY.`);
}

function toPincode(condition: RuleCondition, text: string): string {
  const bare = plainSigns(text).replaceAll(/\s/g, '');
  if (/^\d{1,6}$/.test(bare)) return bare;
  throw wrong(condition, `"${text}" is no pincode. Write six digits, or the first ones.`);
}

function parsed(condition: RuleCondition, text: string): string | number {
  switch (ruleField(condition.field).kind) {
    case 'number':
      return toNumber(condition, text);
    case 'daysSince':
      return toDays(condition, text);
    case 'day':
      return toDay(condition, text);
    case 'pincode':
      return toPincode(condition, text);
    case 'text':
    case 'code':
    case 'client':
    case 'pastResult':
      return text;
  }
}

/** The condition's list, each value read as its field's kind asks. Throws 400 for an empty list or a wrong value. */
export function listOf(condition: RuleCondition): (string | number)[] {
  const values = filled(condition.values);
  if (values.length === 0) throw wrong(condition, 'give at least one value.');
  return [...new Set(values.map((text) => parsed(condition, text)))];
}

/** The texts that are looked for within a field. Throws 400 for none or too many. */
export function partsOf(condition: RuleCondition): string[] {
  const parts = [...new Set(filled(condition.values))];
  if (parts.length === 0) throw wrong(condition, 'give at least one text.');
  if (condition.is === 'contains' && parts.length > MOST_PARTS)
    throw wrong(condition, `"contains" takes at most ${MOST_PARTS} texts. Use a list instead.`);
  return parts;
}

/** From and to of a range; null is open. Throws 400 when both are open, one is wrong or they are turned round. */
export function rangeOf(
  condition: RuleCondition,
): [from: string | number | null, to: string | number | null] {
  const { kind } = ruleField(condition.field);
  const read = (text: string | undefined) => {
    const given = text?.trim() ?? '';
    if (given === '') return null;
    return kind === 'text' ? toNumber(condition, given) : parsed(condition, given);
  };
  const [from, to] = [read(condition.values[0]), read(condition.values[1])];
  if (from === null && to === null) throw wrong(condition, 'give where the range begins or ends.');
  if (from !== null && to !== null && kind !== 'pincode' && from > to)
    throw wrong(condition, 'the range ends before it begins. Turn the two round.');
  return [from, to];
}
