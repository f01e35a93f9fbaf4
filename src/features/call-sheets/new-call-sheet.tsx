import { useState } from 'react';
import { callSheetCalls } from '../../../contract/call-sheet.ts';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import { oneFile } from '../../components/file-rules.ts';
import { SuggestField } from '../../components/select-field.tsx';
import { SheetFileStep, isEachSame } from '../../components/sheet-file-step.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { CallMappingStep } from './call-mapping-step.tsx';
import { CallSheetSteps } from './call-sheet-steps.tsx';
import { useCallSheets, useLookIntoCallSheet, useUploadCallSheet } from './call-sheet-queries.ts';
import type { CallSheetLook, ChosenFile } from './call-sheet-queries.ts';

const rules = oneFile.extend(callSheetCalls.lookIntoCallSheet.body.pick({ source: true }).shape);

/** A file that was looked into, and what stands in its columns. */
interface Looked {
  chosen: ChosenFile;
  look: CallSheetLook;
  mapping: SheetMapping;
}

/** Dialer, file and columns of a new call sheet; each step can be gone back to until the file is uploaded. */
export function NewCallSheet({ onUploaded }: { onUploaded: (sheetId: string) => void }) {
  const t = useText();
  const [step, setStep] = useState(0);
  const [looked, setLooked] = useState<Looked | null>(null);
  const sources = useCallSheets(1).data?.sources ?? [];
  const into = useLookIntoCallSheet();
  const upload = useUploadCallSheet();
  const lookInto = async (chosen: ChosenFile) => {
    const look = await into.mutateAsync(chosen);
    setLooked({ chosen, look, mapping: look.mapping });
  };
  return (
    <CallSheetSteps active={step} onStep={setStep}>
      {step === 0 || looked === null ? (
        <SheetFileStep
          rules={rules}
          defaults={{
            file: looked === null ? [] : [looked.chosen.file],
            source: looked?.chosen.source ?? '',
          }}
          save={async (chosen) => {
            if (looked === null || !isEachSame(chosen, looked.chosen))
              await lookInto({ ...chosen, sheetName: null });
            setStep(1);
          }}
          hint={t('callSheets.fileHint')}
        >
          <SuggestField
            name="source"
            text="words.dialer"
            help={t('callSheets.sourceHelp')}
            suggestions={sources}
          />
        </SheetFileStep>
      ) : (
        <CallMappingStep
          {...looked}
          key={looked.chosen.sheetName}
          sheetName={looked.chosen.sheetName}
          isLooking={into.isPending}
          onSheetName={(sheetName) =>
            void lookInto({ ...looked.chosen, sheetName }).catch(() => undefined)
          }
          onMapping={(mapping) => setLooked({ ...looked, mapping })}
          onBack={() => setStep(0)}
          upload={(mapping) => upload.mutateAsync({ chosen: looked.chosen, mapping })}
          onUploaded={onUploaded}
        />
      )}
    </CallSheetSteps>
  );
}
