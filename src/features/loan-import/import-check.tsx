import { Button } from '@mantine/core';
import { IconCheck, IconColumns } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { RoundingNotice } from '../../components/rounding-notice.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DownloadFailed } from './download-failed.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportOrigin } from './import-origin.tsx';
import { ImportReopening } from './import-reopening.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportSummaryPanel } from './import-summary.tsx';
import { useCancelImport, useVerifyImport } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

/** Third step: the pending list with its true counts; verify it, or cancel. */
export function ImportCheck({ upload, onRestart }: { upload: LoanImport; onRestart: () => void }) {
  const t = useText();
  const [outcome, setOutcome] = useState<PendingLoan['outcome'] | null>(
    upload.failedRows > 0 ? 'FAILED' : null,
  );
  const [recallAbsent, setRecallAbsent] = useState<number | null>(null);
  return (
    <div className={work.step}>
      <div className={classes.wideHead}>
        <div>
          <h2 className={work.title}>{upload.name}</h2>
          <ImportOrigin upload={upload} />
        </div>
        <StatusChip tone="warn" label={t('loanImport.PENDING')} />
      </div>
      <ImportCounts upload={upload} chosen={outcome} onChoose={setOutcome} />
      {upload.changedRows > 0 && (
        <Notice tone="warn" title={t('loanImport.changedSince', { count: upload.changedRows })}>
          {t('loanImport.changedSinceBody')}
        </Notice>
      )}
      <RoundingNotice rounding={upload.rounding} />
      {upload.notes.length > 0 && (
        <Notice tone="info" title={t('loanImport.notesTitle')}>
          <ul className={classes.notes}>
            {upload.notes.map((note) => (
              <li key={note}>{fileWords(note)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {upload.error !== null && <Notice tone="danger" title={fileWords(upload.error)} isAlert />}
      <ImportSummaryPanel upload={upload} recallAbsent={recallAbsent} onRecall={setRecallAbsent} />
      <Decision upload={upload} recallAbsent={recallAbsent} onRestart={onRestart} />
      <ImportRows key={outcome} upload={upload} outcome={outcome} />
    </div>
  );
}

interface ActionsProps {
  upload: LoanImport;
  recallAbsent: number | null;
  /** The columns are wrong: they are to be changed. */
  onMapping: () => void;
  onRestart: () => void;
}

/** Verifies the list, after asking where loans are recalled with it. */
function useAskedVerify(upload: LoanImport, recallAbsent: number | null) {
  const t = useText();
  const confirm = useConfirm();
  const verify = useVerifyImport();
  const ask = async () => {
    if (recallAbsent !== null) {
      const isSure = await confirm({
        title: t('loanImport.recallTitle', { count: recallAbsent }),
        body: t('loanImport.recallBody'),
        confirmLabel: t('loanImport.verifyAndRecall'),
        isDangerous: true,
      });
      if (!isSure) return;
    }
    verify.mutate({ id: upload._id, recallAbsent });
  };
  return { ask, isPending: verify.isPending };
}

/** The buttons below the check, or the columns to change. */
function Decision(props: Omit<ActionsProps, 'onMapping'>) {
  const t = useText();
  const [isMapping, setMapping] = useState(false);
  if (!isMapping) return <CheckActions {...props} onMapping={() => setMapping(true)} />;
  return (
    <ImportReopening
      upload={props.upload}
      another={
        <Button variant="default" onClick={() => setMapping(false)}>
          {t('common.cancel')}
        </Button>
      }
    />
  );
}

function CheckActions({ upload, recallAbsent, onMapping, onRestart }: ActionsProps) {
  const t = useText();
  const confirm = useConfirm();
  const cancel = useCancelImport();
  const verify = useAskedVerify(upload, recallAbsent);
  const stored = upload.newRows + upload.updateRows;
  const askCancel = async () => {
    const isSure = await confirm({
      title: t('loanImport.cancelTitle'),
      body: t('loanImport.cancelBody'),
      confirmLabel: t('loanImport.cancel'),
      cancelLabel: t('words.keepIt'),
      isDangerous: true,
    });
    if (!isSure) return;
    cancel.mutate(upload._id, {
      onSuccess: () => {
        showSuccess(t('loanImport.cancelled'));
        onRestart();
      },
    });
  };
  return (
    <div className={work.actions}>
      <Button
        loading={verify.isPending}
        disabled={stored + upload.unchangedRows === 0}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => void verify.ask()}
      >
        {t('loanImport.verify', { count: stored })}
      </Button>
      <Button
        variant="default"
        leftSection={<IconColumns size={16} aria-hidden />}
        onClick={onMapping}
      >
        {t('loanImport.otherColumns')}
      </Button>
      <DownloadFailed upload={upload} />
      <Button
        variant="subtle"
        color="red"
        loading={cancel.isPending}
        onClick={() => void askCancel()}
      >
        {t('loanImport.cancel')}
      </Button>
      {stored === 0 && <span className={work.quiet}>{t('loanImport.nothingToStore')}</span>}
    </div>
  );
}
