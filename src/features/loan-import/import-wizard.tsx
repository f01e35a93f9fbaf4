import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { LeavePrompt } from '../../components/leave-guard.tsx';
import { Panel } from '../../components/page.tsx';
import { Steps } from '../../components/steps.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useOwnClientName } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ImportFileStep } from './import-file-step.tsx';
import type { ImportFile } from './import-file-step.tsx';
import { ImportMappingStep } from './import-mapping-step.tsx';
import { ImportProgress } from './import-progress.tsx';
import { useLoanImport, useLookIntoFile, useUploadLoans } from './loan-import-queries.ts';
import type { FileLook } from './loan-import-queries.ts';

interface WizardProps {
  /** The upload to show; null while there is none yet. */
  importId: string | null;
  onUploaded: (importId: string) => void;
  onRestart: () => void;
}

/** File, columns, check, verify: each step can be gone back to until the file is uploaded. */
export function ImportWizard({ importId, onUploaded, onRestart }: WizardProps) {
  if (importId === null) return <NewImport onUploaded={onUploaded} />;
  return <KnownImport key={importId} importId={importId} onRestart={onRestart} />;
}

/** What the person chose so far; the look is forgotten with its file, client or password. */
interface Draft {
  chosen: ImportFile;
  look: FileLook | null;
  mapping: ImportMapping;
}

const NOTHING: Draft = {
  chosen: { file: null, clientName: null, periodEndsOn: null, asOf: null, password: '' },
  look: null,
  mapping: {},
};

function withFile(draft: Draft, chosen: ImportFile): Draft {
  const { file, clientName, password } = draft.chosen;
  const isSame =
    chosen.file === file && chosen.clientName === clientName && chosen.password === password;
  return { ...(isSame ? draft : NOTHING), chosen };
}

/** Uploads what was chosen, once there is a file and a client. */
function useSending({ chosen, look, mapping }: Draft, onUploaded: WizardProps['onUploaded']) {
  const t = useText();
  const upload = useUploadLoans();
  const { file, clientName } = chosen;
  const send = () => {
    if (file === null || clientName === null) return;
    const sheetName = look?.sheetName ?? null;
    upload.mutate(
      { ...chosen, file, clientName, mapping, sheetName },
      {
        onSuccess: (made) => {
          showSuccess(t('toasts.sheetUploaded'));
          onUploaded(made._id);
        },
      },
    );
  };
  return { upload, send };
}

function NewImport({ onUploaded }: Pick<WizardProps, 'onUploaded'>) {
  const [step, setStep] = useState(0);
  const [held, setDraft] = useState<Draft>(NOTHING);
  const own = useOwnClientName();
  const draft = own === null ? held : { ...held, chosen: { ...held.chosen, clientName: own } };
  const { upload, send } = useSending(draft, onUploaded);
  const { file, clientName, password } = draft.chosen;
  const lookAgain = useLookIntoFile();
  const take = (look: FileLook) => {
    // Its days may have been chosen while the file was looked into.
    setDraft((now) => ({ ...now, look, mapping: look.proposed }));
    // Why another file or sheet was not taken says nothing about this one.
    upload.reset();
    setStep(1);
  };
  const lookIntoSheet = (sheetName: string) => {
    if (file !== null && clientName !== null)
      lookAgain.mutate({ file, clientName, sheetName, password }, { onSuccess: take });
  };
  const goTo = (next: number) => {
    // Whoever went elsewhere is not taken back to another sheet once it is read, nor told why it was not.
    lookAgain.reset();
    setStep(next);
  };
  return (
    <WizardFrame
      active={step}
      onStep={goTo}
      isUnsaved={draft.look !== null && draft.mapping !== draft.look.proposed}
      fileStep={
        <ImportFileStep
          chosen={draft.chosen}
          isLookedInto={draft.look !== null}
          onChosen={(chosen) => setDraft(withFile(draft, chosen))}
          onLook={take}
          onNext={() => setStep(1)}
        />
      }
      mapStep={
        draft.look !== null && (
          <ImportMappingStep
            look={draft.look}
            clientName={clientName ?? ''}
            fileName={file?.name ?? ''}
            mapping={draft.mapping}
            onMapping={(mapping) => setDraft({ ...draft, mapping })}
            isLooking={lookAgain.isPending}
            onSheet={lookIntoSheet}
            isUploading={upload.isPending}
            failure={upload.error ?? lookAgain.error}
            onBack={() => goTo(0)}
            onUpload={send}
          />
        )
      }
    />
  );
}

const STEP_OF: Readonly<Record<LoanImport['state'], number>> = {
  READING: 2,
  CHECKING: 2,
  PENDING: 2,
  SAVING: 3,
  DONE: 4,
  FAILED: 2,
  CANCELLED: 2,
};

function KnownImport({ importId, onRestart }: { importId: string; onRestart: () => void }) {
  const upload = useLoanImport(importId);
  const step = upload.data === undefined ? 2 : STEP_OF[upload.data.state];
  const content = <ImportProgress query={upload} onRestart={onRestart} />;
  return <WizardFrame active={step} checkStep={content} />;
}

function WizardFrame(props: {
  active: number;
  onStep?: (step: number) => void;
  /** Columns were chosen by hand: leaving asks. */
  isUnsaved?: boolean;
  fileStep?: ReactNode;
  mapStep?: ReactNode;
  checkStep?: ReactNode;
}) {
  const t = useText();
  const steps = [
    { title: t('words.file'), content: props.fileStep },
    { title: t('words.columns'), content: props.mapStep },
    { title: t('loanImport.stepCheck'), content: props.checkStep },
    { title: t('loanImport.stepDone'), content: props.checkStep },
  ];
  return (
    <Panel>
      <LeavePrompt isActive={props.isUnsaved === true} />
      <Steps
        steps={steps}
        active={Math.min(props.active, 3)}
        onStep={props.onStep ?? (() => undefined)}
      />
    </Panel>
  );
}
