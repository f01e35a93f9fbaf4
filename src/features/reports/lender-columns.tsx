import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import type { LenderColumn } from '../../../contract/client-export.ts';
import { LENDER_FIELDS } from '../../../contract/lender-fields.ts';
import type { LenderField } from '../../../contract/lender-fields.ts';
import { TextField } from '../../components/form-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from './reports.module.css';

const FIELDS = Object.keys(LENDER_FIELDS) as LenderField[];
/** The fields that a loan's own row has: what most lenders want first. */
const OF_LOANS = FIELDS.slice(0, FIELDS.indexOf('lastContactAt'));

interface Columns {
  columns: LenderColumn[];
}

const columnOf = (field: LenderField): LenderColumn => ({
  field,
  header: LENDER_FIELDS[field].title,
  text: '',
});

/** The columns of a lender's format in their order: adding, naming, moving, removing them. */
export function LenderColumns() {
  const t = useText();
  const { fields, append, move, remove } = useFieldArray<Columns, 'columns'>({ name: 'columns' });
  return (
    <fieldset className="rc-stack-10 rc-plain-group">
      <legend>{t('words.columns')}</legend>
      {fields.map(({ id }, at) => (
        <Column
          key={id}
          at={at}
          isLast={at === fields.length - 1}
          onMove={(to) => move(at, to)}
          onRemove={() => remove(at)}
        />
      ))}
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={() => append(columnOf('loanNumber'))}>
          {t('lenderFormats.addColumn')}
        </Button>
        {fields.length === 0 && (
          <Button variant="default" size="xs" onClick={() => append(OF_LOANS.map(columnOf))}>
            {t('lenderFormats.addAll')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function Column(props: {
  at: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { at, isLast, onMove, onRemove } = props;
  const t = useText();
  const field: unknown = useWatch({ name: `columns.${at}.field` });
  const number = at + 1;
  const options = FIELDS.map((value) => ({ value, label: t(`lenderFormats.fields.${value}`) }));
  return (
    <fieldset className={classes.column} aria-label={t('lenderFormats.column', { number })}>
      <SelectField name={`columns.${at}.field`} text="words.field" options={options} />
      <TextField name={`columns.${at}.header`} text="lenderFormats.header" />
      {(field === 'other' || field === 'fixed') && (
        <TextField name={`columns.${at}.text`} text="lenderFormats.text" />
      )}
      <ActionIcon
        variant="default"
        disabled={at === 0}
        aria-label={`${t('lenderFormats.up')}: ${number}`}
        onClick={() => onMove(at - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        disabled={isLast}
        aria-label={`${t('lenderFormats.down')}: ${number}`}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('lenderFormats.removeColumn', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </fieldset>
  );
}
