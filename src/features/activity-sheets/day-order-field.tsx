import { Select } from '@mantine/core';
import { dayOrderSchema, sheetFields } from '../../../contract/sheet-mapping.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from '../../components/sheet-work.module.css';

const FOUND_OUT = 'FOUND_OUT';

/** How the file's dates are written, asked only when one of its columns holds dates. Null: the file tells itself. */
export function DayOrderField(props: {
  kind: SheetKind;
  mapping: SheetMapping;
  value: DayOrder | null;
  onChange: (order: DayOrder | null) => void;
}) {
  const t = useText();
  const hasDates = sheetFields(props.kind).some(
    ([field, { takes }]) => takes === 'day' && props.mapping[field] !== undefined,
  );
  if (!hasDates) return null;
  return (
    <Select
      className={classes.narrow}
      label={t('activitySheets.dayOrder')}
      description={t('activitySheets.dayOrderHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      value={props.value ?? FOUND_OUT}
      data={[FOUND_OUT, ...dayOrderSchema.options].map((value) => ({
        value,
        label: t(`activitySheets.dayOrder_${value as DayOrder | typeof FOUND_OUT}`),
      }))}
      onChange={(next) =>
        props.onChange(dayOrderSchema.options.find((order) => order === next) ?? null)
      }
    />
  );
}
