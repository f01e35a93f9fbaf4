import { Button } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { CALL_SHEET_FIELDS, CALL_SHEET_REQUIRED } from '../../../contract/call-sheet.ts';
import type { CallSheet } from '../../../contract/call-sheet.ts';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import {
  ColumnTable,
  SheetOfFile,
  mapped,
  mappingProblems,
} from '../../components/column-mapping.tsx';
import type { Mapping } from '../../components/column-mapping.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { CallSheetLook } from './call-sheet-queries.ts';
import classes from '../../components/sheet-work.module.css';

interface StepProps {
  look: CallSheetLook;
  sheetName: string | null;
  mapping: SheetMapping;
  isLooking: boolean;
  onSheetName: (name: string | null) => void;
  onMapping: (mapping: SheetMapping) => void;
  onBack: () => void;
  upload: (mapping: SheetMapping) => Promise<CallSheet>;
  onUploaded: (sheetId: string) => void;
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
export function CallMappingStep(props: StepProps) {
  const { look } = props;
  const t = useText();
  const fields = FIELDS.map(({ name, isRequired }) => ({
    name,
    isRequired,
    label: t(`callSheets.fields.${name}`),
  }));
  return (
    <div className={classes.step}>
      <output className={classes.quiet}>
        {t(look.isSaved ? 'callSheets.savedUsed' : 'callSheets.suggested')}
      </output>
      <SheetOfFile look={look} value={props.sheetName} onChange={props.onSheetName} />
      <ScreenForm
        label={t('callSheets.stepColumns')}
        rules={rules}
        defaults={{ mapping: props.mapping }}
        hasLeavePrompt={false}
        save={props.upload}
        onSaved={({ _id }) => props.onUploaded(_id)}
        submitLabel={t('callSheets.upload')}
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
      </ScreenForm>
    </div>
  );
}
