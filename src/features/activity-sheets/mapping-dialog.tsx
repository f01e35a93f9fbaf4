import { IconDeviceFloppy } from '@tabler/icons-react';
import { useController, useWatch } from 'react-hook-form';
import type { SavedSheetMapping } from '../../../contract/activity-sheet.ts';
import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import { sheetMappingCalls } from '../../../contract/sheet-mapping-calls.ts';
import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type { DayOrder, SheetMapping } from '../../../contract/sheet-mapping.ts';
import { TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DayOrderField } from './day-order-field.tsx';
import { isTold, mappingProblem, tidyMapping } from './sheet-mapping.ts';
import classes from '../../components/sheet-work.module.css';

interface MappingValues {
  name: string;
  mapping: SheetMapping;
  dayOrder: DayOrder | null;
}

/** Checks an edited mapping: what the call takes, and whether its columns make sense together. */
function useMappingRules(saved: SavedSheetMapping) {
  const t = useText();
  const { kind, updatedAt } = saved;
  const fields = sheetFields(kind);
  return (values: MappingValues) => {
    const mapping = tidyMapping(values.mapping);
    const wrong = fields.flatMap((field) => {
      const problem = mappingProblem(field, fields, mapping);
      const path = `mapping.${field[0]}`;
      return problem === null
        ? []
        : [fieldProblem(path, 'not-valid', {}, t(`activitySheets.${problem}`))];
    });
    if (!isTold(kind, mapping))
      wrong.push(fieldProblem('', 'not-valid', {}, t('activitySheets.oneMore')));
    const body = { ...values, mapping, updatedAt };
    const parsed = parseFields(sheetMappingCalls.changeSheetMapping.body, body);
    const problems = [...(parsed.problems ?? []), ...wrong];
    return problems.length > 0 || parsed.problems !== null ? { problems } : parsed;
  };
}

/** Changes a saved mapping: its name, which column feeds which field, how its dates are written. */
export function MappingDialog({
  saved,
  onClose,
}: {
  saved: SavedSheetMapping;
  onClose: () => void;
}) {
  const t = useText();
  const { _id: id, kind, name, mapping, dayOrder } = saved;
  const change = useCallCommand(sheetMappingCalls.changeSheetMapping);
  return (
    <DialogForm
      title={t('activitySheets.editMapping')}
      size="lg"
      isFullOnPhone
      onClose={onClose}
      rules={useMappingRules(saved)}
      defaults={{ name, mapping, dayOrder }}
      save={(body) => change.mutateAsync({ params: { id }, body })}
      done={t('toasts.updated')}
      submitLabel={t('activitySheets.saveMapping')}
      icon={<IconDeviceFloppy size={16} aria-hidden />}
    >
      <p className={classes.quiet}>
        {t('activitySheets.editMappingHelp', { client: saved.Client_Name })}
      </p>
      <TextField name="name" label={t('activitySheets.mappingName')} isRequired isFirst />
      {sheetFields(kind).map(([field, { required }]) => (
        <TextField
          key={field}
          name={`mapping.${field}`}
          label={t('activitySheets.columnFor', { field: t(`activitySheets.field_${field}`) })}
          placeholder={t('activitySheets.notMapped')}
          isRequired={required}
        />
      ))}
      <DayOrderOfDates saved={saved} />
    </DialogForm>
  );
}

function DayOrderOfDates({ saved }: { saved: SavedSheetMapping }) {
  const mapping = useWatch<MappingValues, 'mapping'>({ name: 'mapping' });
  const { field } = useController<MappingValues, 'dayOrder'>({ name: 'dayOrder' });
  return (
    <DayOrderField
      kind={saved.kind}
      mapping={tidyMapping(mapping)}
      value={field.value}
      onChange={field.onChange}
    />
  );
}
