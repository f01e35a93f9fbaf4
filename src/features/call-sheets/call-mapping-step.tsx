import { CALL_SHEET_FIELDS, CALL_SHEET_REQUIRED } from '../../../contract/call-sheet.ts';
import type { CallSheet } from '../../../contract/call-sheet.ts';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import { MappingForm, mapped, mappingProblems } from '../../components/column-mapping.tsx';
import type { Mapping, MappingStepProps } from '../../components/column-mapping.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { CallSheetLook } from './call-sheet-queries.ts';

interface StepProps extends MappingStepProps<SheetMapping, CallSheet> {
  look: CallSheetLook;
  mapping: SheetMapping;
}

const FIELDS = CALL_SHEET_FIELDS.map((name) => ({
  name,
  isRequired: CALL_SHEET_REQUIRED.includes(name),
}));

function rules({ mapping }: { mapping: Mapping }) {
  const problems = mappingProblems(FIELDS, mapping);
  return problems.length > 0 ? { problems } : { data: mapped(mapping), problems: null };
}

/** Second step: which column feeds which field, beside what the first rows say. */
export function CallMappingStep({ mapping, ...step }: StepProps) {
  const t = useText();
  return (
    <MappingForm
      {...step}
      label={t('words.columns')}
      note={t(step.look.isSaved ? 'callSheets.savedUsed' : 'sheetWork.suggested')}
      submitLabel={t('sheetWork.uploadAndCheck')}
      fields={FIELDS.map(({ name, isRequired }) => ({
        name,
        isRequired,
        label: t(`callSheets.fields.${name}`),
      }))}
      rules={rules}
      defaults={{ mapping }}
    />
  );
}
