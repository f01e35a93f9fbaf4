import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { Notice } from '../../components/notice.tsx';
import { Awaited, Loaded } from '../../components/loaded.tsx';
import type { Asked } from '../../components/loaded.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { ErrorState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DownloadFailed } from './download-failed.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportOrigin } from './import-origin.tsx';
import { ImportReopening } from './import-reopening.tsx';
import { isAtWork } from './loan-import-queries.ts';
import { useTimeLeft } from './use-time-left.ts';
import work from '../../components/sheet-work.module.css';

/** An upload by its state: progress, the pending list, or how it ended. */
export function ImportProgress({
  query,
  onRestart,
}: {
  query: Asked<LoanImport>;
  onRestart: () => void;
}) {
  const t = useText();
  useVerified(query.data);
  const another = (
    <Button variant="default" onClick={onRestart}>
      {t('loanImport.another')}
    </Button>
  );
  if (query.data === undefined && query.isError)
    return (
      <div className={work.step}>
        <Awaited of={query} />
        <div className={work.actions}>{another}</div>
      </div>
    );
  return (
    <Loaded of={query} rows={5}>
      {(upload) => {
        if (isAtWork(upload)) return <AtWork upload={upload} />;
        if (upload.state === 'PENDING')
          return <ImportCheck upload={upload} onRestart={onRestart} />;
        return <Ended upload={upload} another={another} />;
      }}
    </Loaded>
  );
}

/** Tells once when an upload that was being saved before these eyes is done, and goes on to the loans (spec 2.6). */
function useVerified(upload: LoanImport | undefined) {
  const t = useText();
  const navigate = useNavigate();
  const before = useRef(upload?.state);
  const state = upload?.state;
  useEffect(() => {
    const wasSaving = before.current === 'SAVING' || before.current === 'PENDING';
    before.current = state;
    if (state !== 'DONE' || !wasSaving) return;
    showSuccess(t('toasts.sheetVerified'));
    void navigate('/loans');
  }, [navigate, state, t]);
}

function AtWork({ upload }: { upload: LoanImport }) {
  const t = useText();
  const timeLeft = useTimeLeft(upload);
  return (
    <div className={work.step}>
      <ProgressPanel
        title={`${t(`loanImport.${upload.state}`)} · ${upload.name}`}
        done={upload.doneRows}
        total={upload.totalRows}
        {...(timeLeft !== null && { timeLeft })}
      >
        <p className={work.quiet}>{t('loanImport.leaveIt')}</p>
      </ProgressPanel>
      <ImportCounts upload={upload} />
    </div>
  );
}

function Ended({ upload, another }: { upload: LoanImport; another: ReactNode }) {
  const t = useText();
  if (upload.state === 'DONE') return <Stored upload={upload} another={another} />;
  return (
    <div className={work.step}>
      {upload.state === 'FAILED' ? (
        <ErrorState
          message={upload.error === null ? t('loanImport.failedTitle') : fileWords(upload.error)}
        />
      ) : (
        <Notice tone="info" title={t('loanImport.cancelledTitle')}>
          {upload.name}
        </Notice>
      )}
      <ImportReopening upload={upload} another={another} />
    </div>
  );
}

function Stored({ upload, another }: { upload: LoanImport; another: ReactNode }) {
  const t = useText();
  const stored = upload.newRows + upload.updateRows;
  const isTakenBack = upload.takenBackAt !== null;
  return (
    <div className={work.step}>
      <div>
        <h2 className={work.title}>{t('loanImport.doneTitle', { file: upload.name })}</h2>
        <p className={work.quiet}>{t('loanImport.doneBody', { count: stored })}</p>
        <ImportOrigin upload={upload} />
      </div>
      {isTakenBack && <Notice tone="warn" title={t('loanImport.takenBackNote')} />}
      <ImportCounts upload={upload} />
      <div className={work.actions}>
        {!isTakenBack && (
          <Button component={Link} to={`/loans?batchNo=${upload.batchNo}`}>
            {t('loanImport.seeLoans')}
          </Button>
        )}
        {another}
        <DownloadFailed upload={upload} />
      </div>
    </div>
  );
}
