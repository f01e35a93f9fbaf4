import type { TFunction } from 'i18next';
import { OTHER_FIELD, PAST_RESULTS } from '../../../contract/allocation-rule.ts';
import type { AllocationRuleSpec, RuleCondition } from '../../../contract/allocation-rule.ts';
import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';

type RuleFieldName = keyof Catalogue['allocationRules']['fields'];
type LoanFieldName = keyof Catalogue['loanFields'];

const OUR_FIELDS: readonly string[] = [
  'disposition',
  'disposition_class',
  'daysSinceContact',
  'pastResult',
  'age',
  'chanceToPay',
] satisfies RuleFieldName[];

/** A field as people read it; a lender's own column by its header. */
export function fieldWords(t: TFunction, field: string): string {
  if (field.startsWith(OTHER_FIELD))
    return t('allocationRules.otherField', { header: field.slice(OTHER_FIELD.length) });
  if (OUR_FIELDS.includes(field)) return t(`allocationRules.fields.${field as RuleFieldName}`);
  return t(`loanFields.${field as LoanFieldName}`);
}

/** How a field's values are typed. */
export type FieldKind = 'text' | 'number' | 'day' | 'days' | 'pincode' | 'choice';

/** How a field's values are typed: by what the loan's field holds. */
export function kindOfField(field: string): FieldKind {
  if (field === 'daysSinceContact' || field === 'age') return 'days';
  if (['Client_Name', 'disposition', 'disposition_class', 'pastResult'].includes(field))
    return 'choice';
  if (field === 'chanceToPay') return 'number';
  const kind = Object.hasOwn(IMPORT_FIELDS, field)
    ? IMPORT_FIELDS[field as keyof typeof IMPORT_FIELDS].kind
    : 'text';
  if (kind === 'rupees' || kind === 'count' || kind === 'degrees') return 'number';
  return kind === 'day' || kind === 'pincode' ? kind : 'text';
}

const isResult = (value: string): value is (typeof PAST_RESULTS)[number] =>
  (PAST_RESULTS as readonly string[]).includes(value);

/** A value as people read it: amounts as rupees, days as DD-MM-YYYY, classes of results in words. */
export function valueWords(t: TFunction, field: string, value: string): string {
  if ((field === 'pastResult' || field === 'disposition_class') && isResult(value))
    return t(`allocationRules.results.${value}`);
  const number = value.replace(/\s*%$/, '');
  if (field === 'chanceToPay' && /\d/.test(number)) return formatPercent(Number(number));
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  const isAmount =
    Object.hasOwn(IMPORT_FIELDS, field) &&
    IMPORT_FIELDS[field as keyof typeof IMPORT_FIELDS].kind === 'rupees';
  return isAmount && /^-?\d+$/.test(value) ? formatRupees(Number(value)) : value;
}

/** Values of a list that are written out; the rest is counted. */
const SHOWN_VALUES = 3;

/** A condition in words: "City is one of Pune, Nashik", "Days past due ≥ 60". */
export function conditionWords(
  t: TFunction,
  { field, is, values }: Pick<RuleCondition, 'field' | 'is' | 'values'>,
  valueCount = values.length,
): string {
  const name = fieldWords(t, field);
  const said = (value: string) => valueWords(t, field, value);
  if (is === 'between') {
    const [from = '', to = ''] = values;
    if (to === '') return `${name} ≥ ${said(from)}`;
    return from === '' ? `${name} ≤ ${said(to)}` : `${name} ${said(from)} – ${said(to)}`;
  }
  const comparison = t(`allocationRules.is.${is}`);
  if (is === 'empty' || is === 'notEmpty') return `${name} ${comparison}`;
  const shown = values.slice(0, SHOWN_VALUES).map(said).join(', ');
  const hidden = valueCount - Math.min(values.length, SHOWN_VALUES);
  const more = hidden > 0 ? ` ${t('allocationRules.more', { count: hidden })}` : '';
  if (is === 'in' && valueCount === 1) return `${name}: ${shown}`;
  return `${name} ${comparison} ${shown}${more}`;
}

/** Whom a rule's loans go to and how, in words. */
export function whomWords(t: TFunction, spec: AllocationRuleSpec): string {
  const { kind, assigneeIds, spread, isSticky, matchesSkills } = spec;
  const whom =
    assigneeIds.length === 0
      ? t(`allocationRules.everyone.${kind}`)
      : t(`allocationRules.people.${kind}`, { count: assigneeIds.length });
  return [
    whom,
    t(`allocationRules.spread.${spread}`),
    isSticky && t('allocationRules.sticky'),
    matchesSkills && t('allocationRules.skilled'),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
