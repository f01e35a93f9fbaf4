import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import { MappingForm } from '../../components/column-mapping.tsx';
import type { Mapping, MappingStepProps } from '../../components/column-mapping.tsx';
import { TextField } from '../../components/form-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { DayOrderField } from './day-order-field.tsx';
import { useMappingCheck } from './sheet-mapping.ts';
import type { SheetLook } from './sheet-queries.ts';

/** A mapping as it was chosen, how its dates are written and the name to keep it under, '' for not. */
export interface ChosenMapping {
  mapping: SheetMapping;
  dayOrder: DayOrder | null;
  saveAs: string;
}

interface StepProps
  extends
    Pick<ChosenMapping, 'mapping' | 'dayOrder'>,
    MappingStepProps<ChosenMapping, ActivitySheet> {
  kind: SheetKind;
  look: SheetLook;
  onDayOrder: (order: DayOrder | null) => void;
}

function useRules(kind: SheetKind) {
  const check = useMappingCheck(kind);
  return ({ saveAs, dayOrder, mapping: chosen }: FormValues) => {
    const { mapping, problems } = check(chosen);
    return problems.length > 0
      ? { problems }
      : { data: { mapping, dayOrder, saveAs: saveAs.trim() }, problems: null };
  };
}

interface FormValues extends Omit<ChosenMapping, 'mapping'> {
  mapping: Mapping;
}

/** Second step: which column feeds which field, beside what the first rows say. */
export function SheetMappingStep({ kind, mapping, dayOrder, onDayOrder, ...step }: StepProps) {
  const t = useText();
  const { saved } = step.look;
  const fields = sheetFields(kind).map(([name, { required }]) => ({
    name,
    label: t(`activitySheets.field_${name}`),
    isRequired: required,
  }));
  const defaults: FormValues = { mapping, dayOrder, saveAs: saved?.name ?? '' };
  return (
    <MappingForm
      {...step}
      label={t('words.columns')}
      note={
        saved === null ? t('sheetWork.suggested') : t('loanImport.savedUsed', { name: saved.name })
      }
      submitLabel={t('sheetWork.uploadAndCheck')}
      fields={fields}
      rules={useRules(kind)}
      defaults={defaults}
    >
      <DayOrderField kind={kind} onChanged={onDayOrder} />
      <TextField name="saveAs" text="activitySheets.saveAs" />
    </MappingForm>
  );
}
