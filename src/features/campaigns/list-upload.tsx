import { Button, Modal } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { Steps } from '../../components/steps.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLookIntoList, useUploadList } from './campaign-queries.ts';
import { ColumnsStep } from './list-columns-step.tsx';
import classes from './campaigns.module.css';

const MAX_BYTES = 50_000_000;

function useShell() {
  const t = useText();
  const closeButtonProps = { 'aria-label': t('common.close') };
  return { size: 'xl', title: t('campaigns.upload'), closeButtonProps };
}

/** Uploads a list: its file, then which column is what, beside the first rows. */
export function ListUpload({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const shell = useShell();
  const [step, setStep] = useState(0);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sheetName, setSheetName] = useState<string | null>(null);
  const [found, setFound] = useState<{ look: ListLook; mapping: ListMapping } | null>(null);
  const look = useLookIntoList((next) => {
    setFound({ look: next, mapping: next.suggested });
    setStep(1);
  });
  const upload = useUploadList(() => {
    showSuccess(t('campaigns.listUploaded'));
    onClose();
  });
  const [file] = files;
  const readSheet = (name: string | null) => {
    setSheetName(name);
    if (file !== undefined) look.mutate({ file, sheetName: name });
  };
  const fileStep = (
    <FileStep
      files={files}
      isBusy={look.isPending}
      onFiles={setFiles}
      onGoOn={() => readSheet(null)}
    />
  );
  const columns = found !== null && file !== undefined && (
    <ColumnsStep
      key={sheetName}
      fileName={file.name}
      look={found.look}
      mapping={found.mapping}
      sheetName={sheetName}
      isBusy={upload.isPending || look.isPending}
      onSheetName={readSheet}
      onMapping={(mapping) => setFound({ ...found, mapping })}
      onUpload={(name) =>
        upload.mutate({ campaignId, name, chosen: { file, sheetName }, mapping: found.mapping })
      }
    />
  );
  return (
    <Modal {...shell} opened onClose={onClose}>
      <Steps
        active={step}
        onStep={setStep}
        steps={[
          { title: t('campaigns.stepFile'), content: fileStep },
          { title: t('campaigns.stepColumns'), content: columns },
        ]}
      />
    </Modal>
  );
}

function FileStep(props: {
  files: readonly File[];
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
  onGoOn: () => void;
}) {
  const t = useText();
  const [isTried, setTried] = useState(false);
  const goOn = () => {
    setTried(true);
    if (props.files.length > 0) props.onGoOn();
  };
  return (
    <div className={classes.step}>
      <FileDrop
        label={t('campaigns.file')}
        endings={SHEET_ENDINGS}
        maxBytes={MAX_BYTES}
        files={props.files}
        onFiles={props.onFiles}
        hint={t('campaigns.fileHint')}
      />
      {isTried && props.files.length === 0 && (
        <p className={classes.error} role="alert">
          {t('campaigns.needFile')}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={props.isBusy}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={goOn}
        >
          {t('campaigns.toColumns')}
        </Button>
      </div>
    </div>
  );
}
