import { Button } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import { ColumnTable, SheetOfFile } from '../../components/column-mapping.tsx';
import type { Mapping } from '../../components/column-mapping.tsx';
import { TextField } from '../../components/form-field.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { DayOrderField } from './day-order-field.tsx';
import { useMappingCheck } from './sheet-mapping.ts';
import type { SheetLook } from './sheet-queries.ts';
import classes from '../../components/sheet-work.module.css';

/** A mapping as it was chosen, how its dates are written and the name to keep it under, '' for not. */
export interface ChosenMapping {
  mapping: SheetMapping;
  dayOrder: DayOrder | null;
  saveAs: string;
}

interface StepProps extends Pick<ChosenMapping, 'mapping' | 'dayOrder'> {
  kind: SheetKind;
  look: SheetLook;
  sheetName: string | null;
  isLooking: boolean;
  onSheetName: (name: string | null) => void;
  onMapping: (mapping: SheetMapping) => void;
  onDayOrder: (order: DayOrder | null) => void;
  onBack: () => void;
  upload: (chosen: ChosenMapping) => Promise<ActivitySheet>;
  onUploaded: (sheetId: string) => void;
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
export function SheetMappingStep(props: StepProps) {
  const { kind, look, dayOrder } = props;
  const t = useText();
  const fields = sheetFields(kind).map(([name, { required }]) => ({
    name,
    label: t(`activitySheets.field_${name}`),
    isRequired: required,
  }));
  const defaults: FormValues = {
    mapping: props.mapping,
    dayOrder,
    saveAs: look.saved?.name ?? '',
  };
  return (
    <div className={classes.step}>
      <MatchNote saved={look.saved} />
      <SheetOfFile look={look} value={props.sheetName} onChange={props.onSheetName} />
      <ScreenForm
        label={t('activitySheets.stepColumns')}
        rules={useRules(kind)}
        defaults={defaults}
        hasLeavePrompt={false}
        save={props.upload}
        onSaved={({ _id }) => props.onUploaded(_id)}
        submitLabel={t('activitySheets.upload')}
        isSubmitDisabled={props.isLooking}
        icon={<IconUpload size={16} aria-hidden />}
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={props.onBack}
          >
            {t('common.back')}
          </Button>
        }
      >
        <ColumnTable fields={fields} look={look} onMapping={props.onMapping} />
        <DayOrderField kind={kind} onChanged={props.onDayOrder} />
        <TextField
          name="saveAs"
          label={t('activitySheets.saveAs')}
          help={t('activitySheets.saveAsHelp')}
        />
      </ScreenForm>
    </div>
  );
}

function MatchNote({ saved }: Pick<SheetLook, 'saved'>) {
  const t = useText();
  return (
    <output className={classes.quiet}>
      {saved === null
        ? t('activitySheets.suggested')
        : t('activitySheets.savedUsed', { name: saved.name })}
    </output>
  );
}
