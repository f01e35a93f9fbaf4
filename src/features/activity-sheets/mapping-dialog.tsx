import { IconDeviceFloppy } from '@tabler/icons-react';
import { columnMappingCalls } from '../../../contract/column-mapping.ts';
import type { SavedMapping } from '../../../contract/column-mapping.ts';
import { parseFields } from '../../../contract/errors.ts';
import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import { TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useChangeMapping } from '../../data/column-mappings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DayOrderField } from './day-order-field.tsx';
import { useMappingCheck } from './sheet-mapping.ts';
import classes from '../../components/sheet-work.module.css';

interface MappingValues {
  name: string;
  mapping: SheetMapping;
  dayOrder: DayOrder | null;
}

/** Checks an edited mapping: what the call takes, and whether its columns make sense together. */
function useMappingRules(kind: SheetKind, { updatedAt }: SavedMapping) {
  const check = useMappingCheck(kind);
  return (values: MappingValues) => {
    const { mapping, problems: wrong } = check(values.mapping);
    const body = { ...values, mapping, updatedAt };
    const parsed = parseFields(columnMappingCalls.changeColumnMapping.body, body);
    const problems = [...(parsed.problems ?? []), ...wrong];
    return problems.length > 0 || parsed.problems !== null ? { problems } : parsed;
  };
}

/** Changes a saved mapping: its name, which column feeds which field, how its dates are written. */
export function MappingDialog({
  kind,
  saved,
  onClose,
}: {
  kind: SheetKind;
  saved: SavedMapping;
  onClose: () => void;
}) {
  const t = useText();
  const { _id: id, name, mapping, dayOrder } = saved;
  const change = useChangeMapping();
  return (
    <DialogForm
      name="activitySheets.editMapping"
      title={t('activitySheets.editMapping')}
      size="lg"
      isFullOnPhone
      onClose={onClose}
      rules={useMappingRules(kind, saved)}
      defaults={{ name, mapping, dayOrder }}
      save={(body) => change.mutateAsync({ params: { id }, body })}
      done={t('toasts.updated')}
      submitLabel={t('loanImport.saveMapping')}
      icon={<IconDeviceFloppy size={16} aria-hidden />}
    >
      <p className={classes.quiet}>
        {t('activitySheets.editMappingHelp', { client: saved.Client_Name })}
      </p>
      <TextField name="name" text="loanMappings.mappingName" isRequired />
      {sheetFields(kind).map(([field, { required }]) => (
        <TextField
          key={field}
          name={`mapping.${field}`}
          label={t('activitySheets.columnFor', { field: t(`activitySheets.field_${field}`) })}
          placeholder={t('sheetWork.notMapped')}
          isRequired={required}
        />
      ))}
      <DayOrderField kind={kind} />
    </DialogForm>
  );
}
