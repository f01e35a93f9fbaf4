import { Autocomplete, MultiSelect, Select } from '@mantine/core';
import { idSchema } from '../../contract/values.ts';
import { useText } from '../lib/texts/texts.ts';
import { plainWords } from '../lib/value-words.ts';
import { useAskedChoices } from './asked-choices.tsx';
import type { AskedChoices } from './asked-choices.tsx';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';
import classes from './form.module.css';

/** One choice of a select. */
export interface SelectOption {
  value: string;
  label: string;
  /** What its line in the list says besides. */
  aside?: string;
  /** It shows where it is chosen, but nobody chooses it or takes it away here. */
  disabled?: boolean;
}

type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[];
  /** What the list says when nothing fits what was typed. */
  nothingFound?: string;
  /** The query of the options, where they are asked for: while they are on their way, or did not come, the list says so. */
  asked?: AskedChoices;
  /** The choice can be taken away again. */
  isClearable?: boolean;
  /** After a choice is in the form. */
  onChosen?: (value: string | null) => void;
};

/** More choices than this can be searched by typing. */
const SEARCH_FROM = 8;

function useSelectField(props: SelectFieldProps) {
  const { options, asked, isClearable = false } = props;
  const { field, input } = useFormField(
    props,
    (values) =>
      [values]
        .flat()
        .map(
          (each) => options.find(({ value: known }) => known === each)?.label ?? plainWords(each),
        )
        .join(', '),
    options.some(({ value: known }) => known === '') ? 'typed' : 'chosen',
  );
  const value: unknown = field.value;
  const t = useText();
  const words = useAskedChoices(asked, props.nothingFound);
  // Who or what left since it was chosen: to be seen, and taken out; never as its id.
  const left = [value].flat().filter((each) => {
    const isKnown = options.some(({ value: known }) => known === each);
    return !isKnown && idSchema.safeParse(each).success;
  }) as string[];
  const leftWords = options.length === 0 ? '…' : t('widgets.choiceLeft');
  return {
    field,
    value,
    input: {
      ...input,
      clearable: isClearable,
      clearButtonProps: { 'aria-label': t('common.clear') },
      searchable: options.length > SEARCH_FROM || props.nothingFound !== undefined,
      ...words,
      data: [...options, ...left.map((each) => ({ value: each, label: leftWords }))],
      maxDropdownHeight: 320,
      comboboxProps: { shadow: 'md' as const },
    },
  };
}

/** One of several; the form holds its value, or null. */
export function SelectField(props: SelectFieldProps) {
  const { field, value, input } = useSelectField(props);
  return (
    <Select
      {...input}
      {...(props.options.some(({ aside }) => aside !== undefined) && {
        renderOption: ({ option }) => <Option {...option} />,
      })}
      allowDeselect={props.isClearable === true}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => {
        field.onChange(chosen);
        props.onChosen?.(chosen);
      }}
    />
  );
}

function Option({ label, aside }: Partial<SelectOption>) {
  return (
    <span className={classes.option}>
      {label}
      <span className={classes.aside}>{aside}</span>
    </span>
  );
}

/** Several of many; the form holds their values. */
export function MultiSelectField(props: SelectFieldProps) {
  const { field, value, input } = useSelectField(props);
  const chosen = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  const isFixed = (each: string) =>
    props.options.some(({ value: known, disabled }) => known === each && disabled === true);
  const fixed = chosen.filter(isFixed);
  const free = chosen.filter((each) => !isFixed(each));
  return (
    <MultiSelect
      {...input}
      clearable={input.clearable && free.length > 0}
      placeholder={chosen.length === 0 ? (props.placeholder ?? '') : ''}
      hidePickedOptions={false}
      // Backspace takes the last one away, whatever it is.
      value={[...fixed, ...free]}
      onChange={(next) => field.onChange([...fixed, ...next.filter((each) => !isFixed(each))])}
    />
  );
}

/** A line of text with suggestions; anything else may be typed. */
export function SuggestField(props: FieldProps & { suggestions: readonly string[] }) {
  const { field, input } = useFormField(props);
  const value: unknown = field.value;
  return (
    <Autocomplete
      {...input}
      data={[...props.suggestions]}
      value={typeof value === 'string' ? value : ''}
      onChange={field.onChange}
    />
  );
}
