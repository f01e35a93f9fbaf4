import { Autocomplete, Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CallMappingStep } from './call-mapping-step.tsx';
import { CallSheetSteps } from './call-sheet-steps.tsx';
import { useCallSheets, useLookIntoCallSheet, useUploadCallSheet } from './call-sheet-queries.ts';
import type { CallSheetLook } from './call-sheet-queries.ts';
import classes from '../../components/sheet-work.module.css';

const MAX_BYTES = 200_000_000;
const MOST_CHARACTERS = 60;

interface Draft {
  file: File | null;
  source: string;
  sheetName: string | null;
}

/** Dialer, file and columns of a new call sheet; each step can be gone back to until the file is uploaded. */
export function NewCallSheet({ onUploaded }: { onUploaded: (sheetId: string) => void }) {
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<Draft>({ file: null, source: '', sheetName: null });
  const [found, setFound] = useState<CallSheetLook | null>(null);
  const [mapping, setMapping] = useState<SheetMapping>({});
  const look = useLookIntoCallSheet();
  const upload = useUploadCallSheet();
  const { file, source, sheetName } = draft;
  const chosen = file !== null && source !== '' ? { file, source, sheetName } : null;
  const lookInto = (name: string | null) => {
    if (chosen === null) return;
    look.mutate(
      { ...chosen, sheetName: name },
      {
        onSuccess: (answer) => {
          setDraft({ ...draft, sheetName: name });
          setFound(answer);
          setMapping(answer.mapping);
          setStep(1);
        },
      },
    );
  };
  return (
    <CallSheetSteps active={step} onStep={setStep}>
      {step === 0 || found === null || file === null ? (
        <FileStep
          draft={draft}
          isLooking={look.isPending}
          onDraft={(next) => {
            setDraft(next);
            setFound(null);
          }}
          onLook={() => lookInto(null)}
        />
      ) : (
        <CallMappingStep
          key={sheetName}
          look={found}
          sheetName={sheetName}
          mapping={mapping}
          isLooking={look.isPending}
          onSheetName={lookInto}
          onMapping={setMapping}
          onBack={() => setStep(0)}
          upload={(columns) =>
            upload.mutateAsync({ chosen: { file, source, sheetName }, mapping: columns })
          }
          onUploaded={onUploaded}
        />
      )}
    </CallSheetSteps>
  );
}

function FileStep(props: {
  draft: Draft;
  isLooking: boolean;
  onDraft: (draft: Draft) => void;
  onLook: () => void;
}) {
  const { draft, onDraft } = props;
  const t = useText();
  const [isTried, setTried] = useState(false);
  const sources = useCallSheets(1).data?.sources ?? [];
  const { file, source } = draft;
  return (
    <div className={classes.step}>
      <Autocomplete
        className={classes.narrow}
        label={t('callSheets.source')}
        description={t('callSheets.sourceHelp')}
        withAsterisk
        maxLength={MOST_CHARACTERS}
        data={[...sources]}
        value={source}
        error={isTried && source.trim() === '' ? t('callSheets.chooseSource') : null}
        onChange={(next) => onDraft({ ...draft, source: next })}
      />
      <FileDrop
        label={t('callSheets.file')}
        endings={SHEET_ENDINGS}
        maxBytes={MAX_BYTES}
        hint={t('callSheets.fileHint')}
        files={file === null ? [] : [file]}
        onFiles={([next]) => onDraft({ ...draft, file: next ?? null, sheetName: null })}
      />
      {isTried && file === null && (
        <p className={classes.error} role="alert">
          {t('callSheets.chooseFile')}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={props.isLooking}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={() => {
            setTried(true);
            if (file !== null && source.trim() !== '') props.onLook();
          }}
        >
          {t('callSheets.toColumns')}
        </Button>
      </div>
    </div>
  );
}
