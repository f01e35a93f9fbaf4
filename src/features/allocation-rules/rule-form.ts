import { z } from 'zod';
import type {
  AllocationRule,
  AllocationRuleSpec,
  RuleCondition,
  RuleInput,
} from '../../../contract/allocation-rule.ts';
import { kindOfField } from './rule-words.ts';

/** A condition as the form holds it. `list` is what is typed, one value per line or separated by commas. */
export interface ConditionValues {
  field: string | null;
  is: RuleCondition['is'];
  list: string;
  chosen: string[];
  from: string;
  to: string;
}

/** A rule as its form holds it; lender '' is every lender. */
export interface RuleValues {
  name: string;
  lenderId: string;
  conditions: ConditionValues[];
  kind: AllocationRuleSpec['kind'];
  assigneeIds: string[];
  spread: AllocationRuleSpec['spread'];
  isSticky: boolean;
  matchesSkills: boolean;
  /** The one that the form stands on; a new rule has none. */
  revision?: number | undefined;
}

/** A condition that is not filled in yet. */
export const NO_CONDITION: ConditionValues = {
  field: null,
  is: 'in',
  list: '',
  chosen: [],
  from: '',
  to: '',
};

/** The values of a typed list: lines where there are several, else what stands between commas. */
export function listValues(typed: string): string[] {
  const parts = /\n/.test(typed.trim()) ? typed.split('\n') : typed.split(/[,;\t]/);
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

function conditionValues({ field, is, values }: RuleCondition): ConditionValues {
  const isRange = is === 'between';
  return {
    field,
    is,
    // Lines, so that values with commas stay whole; a last line break tells a single one with a comma.
    list: isRange
      ? ''
      : values.length === 1 && /[,;\t]/.test(values[0] ?? '')
        ? `${values[0] ?? ''}\n`
        : values.join('\n'),
    chosen: isRange ? [] : values,
    from: isRange ? (values[0] ?? '') : '',
    to: isRange ? (values[1] ?? '') : '',
  };
}

/** The form's values: those of a rule, or a new one. */
export function ruleValues(rule: AllocationRule | null): RuleValues {
  const { conditions = [], kind = 'COLLECTOR', assigneeIds = [] } = rule?.spec ?? {};
  return {
    name: rule?.name ?? '',
    lenderId: rule?.lenderId ?? '',
    conditions: conditions.map(conditionValues),
    kind,
    assigneeIds,
    spread: rule?.spec.spread ?? 'EQUAL_COUNT',
    isSticky: rule?.spec.isSticky ?? false,
    matchesSkills: rule?.spec.matchesSkills ?? false,
    revision: rule?.revision,
  };
}

/** What a filled-in condition asks for; null while something is missing. */
function toCondition(values: ConditionValues): RuleCondition | null {
  const { field, is, from, to } = values;
  if (field === null) return null;
  if (is === 'empty' || is === 'notEmpty') return { field, is, values: [] };
  if (is === 'between')
    return from.trim() === '' && to.trim() === ''
      ? null
      : { field, is, values: [from.trim(), to.trim()] };
  const isChoice = kindOfField(field) === 'choice' && (is === 'in' || is === 'notIn');
  const list = isChoice ? values.chosen : listValues(values.list);
  return list.length === 0 ? null : { field, is, values: list };
}

/** What the calls take of the form; null while a condition is not complete. */
export function toRule(values: RuleValues): RuleInput | null {
  const conditions = values.conditions.map(toCondition);
  if (conditions.includes(null)) return null;
  const { kind, assigneeIds, spread, isSticky, matchesSkills } = values;
  return {
    name: values.name.trim(),
    lenderId: values.lenderId === '' ? null : values.lenderId,
    spec: {
      conditions: conditions.filter((condition) => condition !== null),
      kind,
      assigneeIds,
      spread,
      isSticky,
      matchesSkills,
    },
  };
}

/** The sentences under wrong fields; keys of `allocationRules`. */
type RuleProblem = 'nameMissing' | 'conditionMissing' | 'rangeMissing';

/** The form's rules, with the sentence of each in the reader's language. The server looks closer. */
export function ruleFormSchema(
  words: (problem: RuleProblem) => string,
): z.ZodType<RuleValues, RuleValues> {
  const condition = z
    .object({
      field: z.string().nullable(),
      is: z.enum(['in', 'notIn', 'between', 'contains', 'startsWith', 'empty', 'notEmpty']),
      list: z.string(),
      chosen: z.array(z.string()),
      from: z.string(),
      to: z.string(),
    })
    .superRefine((values, context) => {
      if (toCondition(values) !== null) return;
      const isRange = values.field !== null && values.is === 'between';
      const isChoice = values.field !== null && kindOfField(values.field) === 'choice';
      const path =
        values.field === null ? 'field' : isRange ? 'from' : isChoice ? 'chosen' : 'list';
      context.addIssue({
        code: 'custom',
        path: [path],
        message: words(isRange ? 'rangeMissing' : 'conditionMissing'),
      });
    });
  return z.object({
    name: z
      .string()
      .max(120)
      .refine((name) => name.trim() !== '', { error: words('nameMissing') }),
    lenderId: z.string(),
    revision: z.int().optional(),
    conditions: z.array(condition),
    kind: z.enum(['COLLECTOR', 'FIELD', 'MANAGER']),
    assigneeIds: z.array(z.string()),
    spread: z.enum(['EQUAL_COUNT', 'EQUAL_AMOUNT', 'CAPACITY']),
    isSticky: z.boolean(),
    matchesSkills: z.boolean(),
  });
}
