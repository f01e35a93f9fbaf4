import { useState } from 'react';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import { SheetFileStep } from './sheet-file-step.tsx';
import type { SheetDraft } from './sheet-file-step.tsx';
import { SheetMappingStep } from './sheet-mapping-step.tsx';
import { SheetSteps } from './sheet-steps.tsx';
import { useLookIntoSheet, useUploadSheet } from './sheet-queries.ts';
import type { SheetLook } from './sheet-queries.ts';

const NOTHING: SheetDraft = { file: null, clientName: null, sheetName: null };

interface NewSheetProps {
  kind: SheetKind;
  onUploaded: (sheetId: string) => void;
}

/** A sheet that is being made: its file, what a look into it told, its columns; and the ways on. */
function useNewSheet(kind: SheetKind) {
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(NOTHING);
  const [found, setFound] = useState<SheetLook | null>(null);
  const [mapping, setMapping] = useState<SheetMapping>({});
  const [dayOrder, setDayOrder] = useState<DayOrder | null>(null);
  const look = useLookIntoSheet();
  const upload = useUploadSheet();
  const { file, clientName, sheetName } = draft;
  const chosen = file && clientName ? { kind, file, clientName, sheetName } : null;
  const choose = (next: SheetDraft) => {
    setDraft(next);
    setFound(null);
  };
  const lookInto = (name: string | null) => {
    if (chosen === null) return;
    look.mutate(
      { ...chosen, sheetName: name },
      {
        onSuccess: (answer) => {
          setDraft({ ...draft, sheetName: name });
          setFound(answer);
          setMapping(answer.saved?.mapping ?? answer.suggested);
          setDayOrder(answer.saved?.dayOrder ?? null);
          setStep(1);
        },
      },
    );
  };
  return {
    step,
    setStep,
    draft,
    found,
    mapping,
    setMapping,
    dayOrder,
    setDayOrder,
    look,
    upload,
    choose,
    lookInto,
    chosen,
  };
}

/** File and columns of a new sheet; each step can be gone back to until the file is uploaded. */
export function NewSheet(props: NewSheetProps) {
  const { kind } = props;
  const { step, setStep, found, chosen, ...sheet } = useNewSheet(kind);
  return (
    <SheetSteps kind={kind} active={step} onStep={setStep}>
      {step === 0 || found === null || chosen === null ? (
        <SheetFileStep
          kind={kind}
          draft={sheet.draft}
          isLooking={sheet.look.isPending}
          onDraft={sheet.choose}
          onLook={() => sheet.lookInto(null)}
        />
      ) : (
        <SheetMappingStep
          key={sheet.draft.sheetName}
          kind={kind}
          look={found}
          sheetName={sheet.draft.sheetName}
          mapping={sheet.mapping}
          dayOrder={sheet.dayOrder}
          isLooking={sheet.look.isPending}
          onSheetName={sheet.lookInto}
          onMapping={sheet.setMapping}
          onDayOrder={sheet.setDayOrder}
          onBack={() => setStep(0)}
          upload={(mapping) => sheet.upload.mutateAsync({ chosen, ...mapping })}
          onUploaded={props.onUploaded}
        />
      )}
    </SheetSteps>
  );
}
