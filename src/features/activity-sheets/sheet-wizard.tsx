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

/** File and columns of a new sheet; each step can be gone back to until the file is uploaded. */
export function NewSheet({ kind, onUploaded }: NewSheetProps) {
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
  const send = (saveAs: string) => {
    if (chosen)
      upload.mutate(
        { chosen, mapping, dayOrder, saveAs },
        { onSuccess: ({ _id }) => onUploaded(_id) },
      );
  };
  return (
    <SheetSteps kind={kind} active={step} onStep={setStep}>
      {step === 0 || found === null ? (
        <SheetFileStep
          kind={kind}
          draft={draft}
          isLooking={look.isPending}
          onDraft={choose}
          onLook={() => lookInto(null)}
        />
      ) : (
        <SheetMappingStep
          kind={kind}
          look={found}
          sheetName={sheetName}
          mapping={mapping}
          dayOrder={dayOrder}
          isBusy={upload.isPending || look.isPending}
          onSheetName={lookInto}
          onMapping={setMapping}
          onDayOrder={setDayOrder}
          onBack={() => setStep(0)}
          onUpload={send}
        />
      )}
    </SheetSteps>
  );
}
