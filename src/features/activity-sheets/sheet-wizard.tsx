import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SheetKind, SheetMapping } from '../../../contract/activity-sheet.ts';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { SheetFileStep } from './sheet-file-step.tsx';
import type { SheetDraft } from './sheet-file-step.tsx';
import { SheetMappingStep } from './sheet-mapping-step.tsx';
import { useLookIntoSheet, useUploadSheet } from './sheet-queries.ts';
import type { SheetLook } from './sheet-queries.ts';

/** The steps of every sheet, one of them shown. Steps that lie behind can be gone back to with `onStep`. */
export function SheetSteps(props: {
  kind: SheetKind;
  active: number;
  onStep?: (step: number) => void;
  children: ReactNode;
}) {
  const t = useText();
  const isReport = props.kind === 'SYSTEM_EXPORT';
  const titles = [
    t('activitySheets.stepFile'),
    t('activitySheets.stepColumns'),
    t(isReport ? 'activitySheets.stepCompare' : 'activitySheets.stepCheck'),
    ...(isReport ? [] : [t('activitySheets.stepDone')]),
  ];
  const active = Math.min(props.active, titles.length - 1);
  return (
    <Steps
      steps={titles.map((title, at) => ({ title, content: at === active && props.children }))}
      active={active}
      onStep={props.onStep ?? (() => undefined)}
    />
  );
}

const NOTHING: SheetDraft = { file: null, clientName: null, sheetName: null };

/** File and columns of a new sheet; each step can be gone back to until the file is uploaded. */
export function NewSheet({
  kind,
  onUploaded,
}: {
  kind: SheetKind;
  onUploaded: (sheetId: string) => void;
}) {
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(NOTHING);
  const [found, setFound] = useState<SheetLook | null>(null);
  const [mapping, setMapping] = useState<SheetMapping>({});
  const look = useLookIntoSheet();
  const upload = useUploadSheet();
  const { file, clientName, sheetName } = draft;
  const chosen = file && clientName ? { kind, file, clientName, sheetName } : null;
  const lookInto = (name: string | null) => {
    if (chosen === null) return;
    look.mutate(
      { ...chosen, sheetName: name },
      {
        onSuccess: (answer) => {
          setDraft({ ...draft, sheetName: name });
          setFound(answer);
          setMapping(answer.saved?.mapping ?? answer.suggested);
          setStep(1);
        },
      },
    );
  };
  const send = (saveAs: string) => {
    if (chosen === null) return;
    upload.mutate({ chosen, mapping, saveAs }, { onSuccess: (sheet) => onUploaded(sheet._id) });
  };
  return (
    <SheetSteps kind={kind} active={step} onStep={setStep}>
      {step === 0 || found === null ? (
        <SheetFileStep
          kind={kind}
          draft={draft}
          isLooking={look.isPending}
          onDraft={(next) => {
            setDraft(next);
            setFound(null);
          }}
          onLook={() => lookInto(null)}
        />
      ) : (
        <SheetMappingStep
          kind={kind}
          look={found}
          sheetName={sheetName}
          mapping={mapping}
          isBusy={upload.isPending || look.isPending}
          onSheetName={lookInto}
          onMapping={setMapping}
          onBack={() => setStep(0)}
          onUpload={send}
        />
      )}
    </SheetSteps>
  );
}
