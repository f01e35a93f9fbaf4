import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { OTHER_FIELD, PAST_RESULTS, RULE_FIELDS } from '../../../contract/allocation-rule.ts';
import type { RuleChoices } from '../../../contract/allocation-rule-answers.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { TextAreaField, TextField } from '../../components/form-field.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import type { SelectOption } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { listValues, NO_CONDITION } from './rule-form.ts';
import type { ConditionValues, RuleValues } from './rule-form.ts';
import { fieldWords, kindOfField } from './rule-words.ts';
import type { FieldKind } from './rule-words.ts';
import classes from './rules.module.css';

/** Comparisons that make sense of a kind of field. */
const COMPARISONS: Readonly<Record<FieldKind, readonly ConditionValues['is'][]>> = {
  text: ['in', 'notIn', 'contains', 'startsWith', 'between', 'empty', 'notEmpty'],
  number: ['between', 'in', 'notIn', 'empty', 'notEmpty'],
  day: ['between', 'in', 'empty', 'notEmpty'],
  days: ['between', 'in', 'empty', 'notEmpty'],
  pincode: ['in', 'notIn', 'between', 'empty', 'notEmpty'],
  choice: ['in', 'notIn', 'empty', 'notEmpty'],
};

/** Which loans a rule takes: any number of conditions. */
export function ConditionFields({ choices }: { choices: RuleChoices }) {
  const t = useText();
  const { control, setFocus } = useFormContext<RuleValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'conditions', keyName: 'key' });
  const options = useFieldOptions(choices);
  const add = () => append(NO_CONDITION, { focusName: `conditions.${fields.length}.field` });
  const take = (index: number) => {
    remove(index);
    // The button that was pressed is gone: on with the condition before, or the name.
    setTimeout(() => setFocus(index > 0 ? `conditions.${index - 1}.field` : 'name'));
  };
  return (
    <>
      {fields.map((field, index) => (
        <Condition
          key={field.key}
          index={index}
          options={options}
          choices={choices}
          onRemove={() => take(index)}
        />
      ))}
      <Button
        variant="default"
        className={classes.start}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
      >
        {t('allocationRules.addCondition')}
      </Button>
    </>
  );
}

function useFieldOptions({ otherHeaders }: RuleChoices): SelectOption[] {
  const t = useText();
  return useMemo(() => {
    const others = otherHeaders.map((header) => `${OTHER_FIELD}${header}`);
    return [...RULE_FIELDS, ...others].map((value) => ({ value, label: fieldWords(t, value) }));
  }, [otherHeaders, t]);
}

interface ConditionProps {
  index: number;
  options: SelectOption[];
  choices: RuleChoices;
  onRemove: () => void;
}

function Condition({ index, options, choices, onRemove }: ConditionProps) {
  const t = useText();
  const { control } = useFormContext<RuleValues>();
  const name = `conditions.${index}` as const;
  const values = useWatch({ control, name });
  const number = index + 1;
  const kind = values.field === null ? 'text' : kindOfField(values.field);
  // A column that is in no file any more stays to be chosen.
  const known =
    values.field === null || options.some(({ value }) => value === values.field)
      ? options
      : [...options, { value: values.field, label: fieldWords(t, values.field) }];
  return (
    <section className={classes.condition} aria-label={t('allocationRules.condition', { number })}>
      <div className={classes.conditionHead}>
        <SelectField
          name={`${name}.field`}
          text="words.field"
          options={known}
          nothingFound={t('allocationRules.nobodyFound')}
        />
        <Comparison name={`${name}.is`} kind={kind} current={values.is} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          className={classes.end}
          aria-label={t('allocationRules.removeCondition', { number })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      <ConditionInput name={name} values={values} kind={kind} choices={choices} />
    </section>
  );
}

function Comparison(props: { name: string; kind: FieldKind; current: ConditionValues['is'] }) {
  const t = useText();
  const offered = COMPARISONS[props.kind];
  const all = offered.includes(props.current) ? offered : [...offered, props.current];
  return (
    <SelectField
      name={props.name}
      text="allocationRules.comparison"
      options={all.map((value) => ({ value, label: t(`allocationRules.is.${value}`) }))}
    />
  );
}

interface InputProps {
  name: `conditions.${number}`;
  values: ConditionValues;
  kind: FieldKind;
  choices: RuleChoices;
}

function ConditionInput({ name, values, kind, choices }: InputProps) {
  const t = useText();
  const chosen = useChosenOptions(values.field, choices);
  if (values.is === 'empty' || values.is === 'notEmpty') return null;
  if (values.is === 'between') return <RangeInput name={name} kind={kind} />;
  if (chosen.length > 0 && (values.is === 'in' || values.is === 'notIn'))
    return (
      <MultiSelectField
        name={`${name}.chosen`}
        label={t('allocationRules.values')}
        options={chosen}
        nothingFound={t('allocationRules.nobodyFound')}
      />
    );
  const count = listValues(values.list).length;
  return (
    <TextAreaField
      name={`${name}.list`}
      text="allocationRules.values"
      help={
        <>
          {t(kind === 'pincode' ? 'allocationRules.pincodesHelp' : 'allocationRules.valuesHelp')}
          {count > 1 && ` ${t('allocationRules.valueCount', { count })}`}
        </>
      }
    />
  );
}

function RangeInput({ name, kind }: Pick<InputProps, 'name' | 'kind'>) {
  const t = useText();
  const help =
    kind === 'days'
      ? t('allocationRules.daysHelp')
      : kind === 'day'
        ? t('allocationRules.dateHelp')
        : undefined;
  const shared = { inputMode: kind === 'day' ? 'text' : 'numeric', autoComplete: 'off' } as const;
  return (
    <div className={classes.range}>
      <TextField name={`${name}.from`} text="common.from" help={help} {...shared} />
      <TextField name={`${name}.to`} text="common.to" {...shared} />
    </div>
  );
}

/** What a field offers to be chosen from; nothing where values are typed. */
function useChosenOptions(
  field: string | null,
  { lenders, dispositions }: RuleChoices,
): SelectOption[] {
  const t = useText();
  switch (field) {
    case 'Client_Name':
      return lenders.map(({ Client_Name: name }) => ({ value: name, label: name }));
    case 'disposition':
      return dispositions.map(({ code, label }) => ({
        value: code,
        label: `${dispositionWords(t, code, label)} (${code})`,
      }));
    case 'disposition_class':
    case 'pastResult':
      return PAST_RESULTS.map((value) => ({ value, label: t(`allocationRules.results.${value}`) }));
    case null:
    default:
      return [];
  }
}
