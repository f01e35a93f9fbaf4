import { Select } from '@mantine/core';
import { useController, useWatch } from 'react-hook-form';
import { dayOrderSchema, sheetFields } from '../../../contract/sheet-mapping.ts';
import type { DayOrder, SheetKind } from '../../../contract/sheet-mapping.ts';
import { mapped } from '../../components/column-mapping.tsx';
import type { Mapping } from '../../components/column-mapping.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from '../../components/sheet-work.module.css';

const FOUND_OUT = 'FOUND_OUT';

interface Values {
  mapping: Mapping;
  dayOrder: DayOrder | null;
}

/** How the file's dates are written, asked only when one of its columns holds dates. Null: the file tells itself. */
export function DayOrderField(props: {
  kind: SheetKind;
  onChanged?: (order: DayOrder | null) => void;
}) {
  const t = useText();
  const columns = mapped(useWatch<Values, 'mapping'>({ name: 'mapping' }));
  const { field } = useController<Values, 'dayOrder'>({ name: 'dayOrder' });
  const hasDates = sheetFields(props.kind).some(
    ([name, { takes }]) => takes === 'day' && columns[name] !== undefined,
  );
  if (!hasDates) return null;
  return (
    <Select
      className={classes.narrow}
      label={t('activitySheets.dayOrder')}
      description={t('activitySheets.dayOrderHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      value={field.value ?? FOUND_OUT}
      data={[FOUND_OUT, ...dayOrderSchema.options].map((value) => ({
        value,
        label: t(`activitySheets.dayOrder_${value as DayOrder | typeof FOUND_OUT}`),
      }))}
      onChange={(next) => {
        const order = dayOrderSchema.options.find((each) => each === next) ?? null;
        field.onChange(order);
        props.onChanged?.(order);
      }}
    />
  );
}
