import { SPREADS } from '../../contract/allocation-rule.ts';
import type { AllocationRuleSpec, RuleCondition } from '../../contract/allocation-rule.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import { ruleField } from './rule-fields.ts';

/*
 * How a condition is written in a sheet's cell:
 *   Pune, Nashik            one of                !Pune, Nashik       none of
 *   100-200, 100 to 200     from and to           >=100, <200         from, to
 *   *road*                  contains              Shiv*               begins with
 *   (empty)  (filled)       without, with a value
 * A value with a comma, semicolon, quotation mark or one of these signs stands between quotation marks, those within it
 * doubled. A dash is a range only where the field is a number, a count of days or a pincode: "30-60" is a bucket.
 */

/** A cell that can't be understood, and what to do about it. */
export class CellProblem extends Error {
  override readonly name = 'CellProblem';
}

type CellCondition = Pick<RuleCondition, 'is' | 'values'>;

const EMPTY = '(empty)';
const FILLED = '(filled)';
/** One value: quoted, or up to the next separator. */
const VALUE = /\s*(?:"((?:[^"]|"")*)"|([^",;\n]*))\s*(?:[,;\n]|$)/y;
const RANGE_WORD = /^(.*\S)?\s*(?:\.\.|\bto\b)\s*(\S.*)?$/i;
const AMOUNT = String.raw`-?[₹\d][\d,.]*`;
const DASHED = new RegExp(`^(${AMOUNT})\\s*[-–]\\s*(${AMOUNT})$`);
const BOUND = /^(>=|<=|>|<|≥|≤)\s*(\S.*)$/;
/** One amount with Indian or western grouping, not a list. */
const GROUPED = /^-?₹?\d{1,3}(,\d{2,3})*,\d{3}$/;

interface Token {
  readonly text: string;
  readonly isQuoted: boolean;
}

function tokensOf(cell: string): Token[] {
  const tokens: Token[] = [];
  VALUE.lastIndex = 0;
  while (VALUE.lastIndex < cell.length) {
    const [, quoted, plain = ''] = VALUE.exec(cell) ?? failed(ROW_WORDS['open-quotation-cell']);
    if (quoted !== undefined) tokens.push({ text: quoted.replaceAll('""', '"'), isQuoted: true });
    else if (plain.trim() !== '') tokens.push({ text: plain.trim(), isQuoted: false });
  }
  return tokens;
}

function failed(sentence: string): never {
  throw new CellProblem(sentence);
}

const isCounted = (field: string): boolean => {
  const { kind } = ruleField(field);
  return kind === 'number' || kind === 'daysSince' || kind === 'pincode';
};

function boundOf(field: string, sign: string, value: string): CellCondition {
  const isWhole = ruleField(field).type !== 'double precision' && ruleField(field).kind !== 'day';
  const number = Number(value.replaceAll(/[₹,\s]/g, ''));
  // ">100" of whole numbers is ">=101".
  const next = (step: number) =>
    isWhole && Number.isInteger(number) ? String(number + step) : value;
  switch (sign) {
    case '>':
      return { is: 'between', values: [next(1), ''] };
    case '<':
      return { is: 'between', values: ['', next(-1)] };
    case '<=':
    case '≤':
      return { is: 'between', values: ['', value] };
    default:
      return { is: 'between', values: [value, ''] };
  }
}

function rangeOf(field: string, cell: string): CellCondition | null {
  const bound = BOUND.exec(cell);
  if (bound) return boundOf(field, bound[1] ?? '', bound[2] ?? '');
  const { kind } = ruleField(field);
  const range = isCounted(field) ? DASHED.exec(cell) : null;
  // In a text "to" is a word like any other, unless figures stand round it.
  const isWorded =
    isCounted(field) || kind === 'day' || /^[\d.,\s]*(\.\.|to)[\d.,\s]*$/i.test(cell);
  const worded = range ?? (isWorded ? RANGE_WORD.exec(cell) : null);
  if (!worded || (!worded[1] && !worded[2])) return null;
  return { is: 'between', values: [worded[1]?.trim() ?? '', worded[2]?.trim() ?? ''] };
}

function listOf(tokens: readonly Token[]): CellCondition {
  const open = tokens.filter(({ isQuoted }) => !isQuoted).map(({ text }) => text);
  const contains = open.filter((text) => /^\*.+\*$/.test(text));
  const begins = open.filter((text) => /^[^*].*\*$/.test(text));
  const values = tokens.map(({ text }) => text);
  if (contains.length === tokens.length)
    return { is: 'contains', values: values.map((text) => text.slice(1, -1)) };
  if (begins.length === tokens.length)
    return { is: 'startsWith', values: values.map((text) => text.slice(0, -1)) };
  if (contains.length + begins.length > 0) failed(ROW_WORDS['mixed-stars']);
  return { is: 'in', values };
}

/** The condition that a cell asks for; null for an empty one. Throws CellProblem. */
export function readCell(field: string, given: string): RuleCondition | null {
  const cell = given.trim();
  if (cell === '') return null;
  const word = cell.toLowerCase();
  if (word === EMPTY) return { field, is: 'empty', values: [] };
  if (word === FILLED || word === '(not empty)') return { field, is: 'notEmpty', values: [] };
  const range = rangeOf(field, cell);
  if (range) return { field, ...range };
  if (ruleField(field).kind === 'number' && GROUPED.test(cell))
    return { field, is: 'in', values: [cell.replaceAll(',', '')] };
  const isNot = cell.startsWith('!');
  const list = listOf(tokensOf(isNot ? cell.slice(1) : cell));
  if (list.values.length === 0) failed(ROW_WORDS['no-value']);
  if (!isNot) return { field, ...list };
  if (list.is !== 'in') failed(ROW_WORDS['none-of-stars']);
  return { field, is: 'notIn', values: list.values };
}

const quoted = (value: string): string =>
  /[",;\n*]|^[!<>=≥≤(\s]|\s$|\bto\b|\.\./i.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** A value of a list; one that would read as a range is quoted, so that it stays a value. */
const listed = (field: string, value: string): string =>
  rangeOf(field, value) ? `"${value}"` : quoted(value);

/** A condition as a cell; `readCell` reads it again. */
export function writeCell({ field, is, values }: RuleCondition): string {
  switch (is) {
    case 'empty':
      return EMPTY;
    case 'notEmpty':
      return FILLED;
    case 'between': {
      const [from = '', to = ''] = values;
      if (to === '') return `>=${from}`;
      return from === '' ? `<=${to}` : `${from} to ${to}`;
    }
    case 'contains':
      return values.map((value) => `*${value}*`).join(', ');
    case 'startsWith':
      return values.map((value) => `${value}*`).join(', ');
    case 'notIn':
      return `!${values.map(quoted).join(', ')}`;
    case 'in':
      return values.map((value) => listed(field, value)).join(', ');
  }
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'हाँ', 'हां'].map(bare));
const NO = new Set(['', 'no', 'n', 'false', '0', 'नहीं'].map(bare));

/** Yes or no; `fallback` for an empty cell. Throws CellProblem. */
export function readYesNo(cell: string, fallback: boolean): boolean {
  if (cell.trim() === '') return fallback;
  if (YES.has(bare(cell))) return true;
  return NO.has(bare(cell)) ? false : failed(ROW_WORDS['yes-or-no']);
}

const KINDS: Readonly<Record<string, AllocationRuleSpec['kind']>> = {
  collector: 'COLLECTOR',
  collectors: 'COLLECTOR',
  telecaller: 'COLLECTOR',
  caller: 'COLLECTOR',
  field: 'FIELD',
  fieldagent: 'FIELD',
  fieldagents: 'FIELD',
  manager: 'MANAGER',
  managers: 'MANAGER',
};

/** Whose hands: collectors, field agents, managers; null for an empty cell. Throws CellProblem. */
export function readKind(cell: string): AllocationRuleSpec['kind'] | null {
  if (cell.trim() === '') return null;
  return KINDS[bare(cell)] ?? failed(ROW_WORDS['rule-kind']);
}

/** How loans are spread; equal count for an empty cell. Throws CellProblem. */
export function readSpread(cell: string): AllocationRuleSpec['spread'] {
  if (cell.trim() === '') return 'EQUAL_COUNT';
  const given = bare(cell);
  const found = SPREADS.find((spread) => bare(spread) === given);
  if (found) return found;
  if (given === 'count' || given === 'equal') return 'EQUAL_COUNT';
  return given === 'amount' ? 'EQUAL_AMOUNT' : failed(ROW_WORDS['rule-spread']);
}
