import { useState } from 'react';
import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import { ClientNameField } from '../../components/client-name-select.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { SheetFileStep, isEachSame } from '../../components/sheet-file-step.tsx';
import { useClientNames, useOwnClientName } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SheetMappingStep } from './sheet-mapping-step.tsx';
import { SheetSteps } from './sheet-steps.tsx';
import { useLookIntoSheet, useUploadSheet } from './sheet-queries.ts';
import type { ChosenSheet, SheetLook } from './sheet-queries.ts';

const rules = oneFile.extend({ clientName: z.string(says('client-missing')) });

/** A file that was looked into, and what stands in its columns. */
interface Looked {
  chosen: ChosenSheet;
  look: SheetLook;
  mapping: SheetMapping;
  dayOrder: DayOrder | null;
}

/** File and columns of a new sheet; each step can be gone back to until the file is uploaded. */
export function NewSheet(props: { kind: SheetKind; onUploaded: (sheetId: string) => void }) {
  const { kind } = props;
  const t = useText();
  const [step, setStep] = useState(0);
  const [looked, setLooked] = useState<Looked | null>(null);
  const names = useClientNames();
  const own = useOwnClientName();
  const into = useLookIntoSheet();
  const upload = useUploadSheet();
  const lookInto = async (chosen: ChosenSheet) => {
    const look = await into.mutateAsync(chosen);
    setLooked({
      chosen,
      look,
      mapping: look.saved?.mapping ?? look.suggested,
      dayOrder: look.saved?.dayOrder ?? null,
    });
  };
  return (
    <SheetSteps kind={kind} active={step} onStep={setStep}>
      {step === 0 || looked === null ? (
        <SheetFileStep
          rules={rules}
          defaults={{
            file: looked === null ? [] : [looked.chosen.file],
            clientName: looked?.chosen.clientName ?? own,
          }}
          save={async (given) => {
            const chosen = { ...given, clientName: own ?? given.clientName };
            if (looked === null || !isEachSame(chosen, looked.chosen))
              await lookInto({ ...chosen, kind, sheetName: null });
            setStep(1);
          }}
          hint={t(`activitySheets.fileHint_${kind}`)}
        >
          {own === null && <ClientNameField name="clientName" names={names} />}
        </SheetFileStep>
      ) : (
        <SheetMappingStep
          {...looked}
          key={looked.chosen.sheetName}
          kind={kind}
          sheetName={looked.chosen.sheetName}
          isLooking={into.isPending}
          onSheetName={(sheetName) =>
            void lookInto({ ...looked.chosen, sheetName }).catch(() => undefined)
          }
          onMapping={(mapping) => setLooked({ ...looked, mapping })}
          onDayOrder={(dayOrder) => setLooked({ ...looked, dayOrder })}
          onBack={() => setStep(0)}
          upload={(mapped) => upload.mutateAsync({ chosen: looked.chosen, ...mapped })}
          onUploaded={props.onUploaded}
        />
      )}
    </SheetSteps>
  );
}
