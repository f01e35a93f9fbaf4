import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CALL_SHEET_OUTCOMES, TAKEN_OUTCOMES } from '../../../contract/call-sheet.ts';
import type { CallSheet, CallSheetOutcome } from '../../../contract/call-sheet.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CallSheetRows } from './call-sheet-rows.tsx';
import { CallSheetSteps } from './call-sheet-steps.tsx';
import { OUTCOME_TONES, STATE_TONES } from './call-sheet-tones.ts';
import {
  isAtWork,
  useCallSheet,
  useCancelCallSheet,
  useConfirmCallSheet,
} from './call-sheet-queries.ts';
import classes from '../../components/sheet-work.module.css';

/** A call sheet by its state: progress, its rows to be confirmed, or what came of it. */
export function KnownCallSheet(props: { sheetId: string; onRestart: () => void }) {
  const query = useCallSheet(props.sheetId);
  const sheet = query.data;
  useDone(sheet);
  if (sheet === undefined) {
    if (!query.isError) return <LoadingState rows={5} />;
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  const isOver = sheet.state === 'POSTING' || sheet.state === 'DONE';
  return (
    <CallSheetSteps active={isOver ? 3 : 2}>
      <State sheet={sheet} onRestart={props.onRestart} />
    </CallSheetSteps>
  );
}

/** Tells once that a sheet was taken in before these eyes. */
function useDone(sheet: CallSheet | undefined) {
  const t = useText();
  const before = useRef(sheet?.state);
  const state = sheet?.state;
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (state === 'DONE' && (was === 'POSTING' || was === 'PENDING'))
      showSuccess(t('toasts.updated'));
  }, [state, t]);
}

function State({ sheet, onRestart }: { sheet: CallSheet; onRestart: () => void }) {
  const t = useText();
  const another = (
    <Button variant="default" onClick={onRestart}>
      {t('callSheets.another')}
    </Button>
  );
  if (isAtWork(sheet))
    return (
      <div className={classes.step}>
        <ProgressPanel
          title={`${t(`callSheets.state.${sheet.state}`)} · ${sheet.fileName}`}
          done={sheet.doneRows}
          total={sheet.totalRows}
        >
          <p className={classes.quiet}>{t('callSheets.leaveIt')}</p>
        </ProgressPanel>
      </div>
    );
  if (sheet.state === 'FAILED')
    return (
      <div className={classes.step}>
        <ErrorState message={sheet.error ?? t('callSheets.failedTitle')} />
        <div className={classes.actions}>{another}</div>
      </div>
    );
  if (sheet.state === 'CANCELLED')
    return (
      <EmptyState title={t('callSheets.cancelledTitle')} body={sheet.fileName} action={another} />
    );
  return <Report sheet={sheet} onRestart={onRestart} />;
}

function Report({ sheet, onRestart }: { sheet: CallSheet; onRestart: () => void }) {
  const t = useText();
  const [outcome, setOutcome] = useState<CallSheetOutcome | null>(null);
  return (
    <div className={classes.step}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title}>{sheet.fileName}</h2>
          <p className={classes.quiet}>{sheet.source}</p>
        </div>
        <StatusChip tone={STATE_TONES[sheet.state]} label={t(`callSheets.state.${sheet.state}`)} />
      </div>
      {sheet.error !== null && <Notice tone="warn" isAlert title={sheet.error} />}
      <div className={classes.counts}>
        {CALL_SHEET_OUTCOMES.map((each) => (
          <button
            key={each}
            type="button"
            className={classes.count}
            data-tone={(sheet.counts[each] ?? 0) > 0 ? OUTCOME_TONES[each] : 'quiet'}
            aria-pressed={outcome === each}
            onClick={() => setOutcome(outcome === each ? null : each)}
          >
            <span className={classes.countLabel}>{t(`callSheets.outcome.${each}`)}</span>
            <span className={classes.countValue}>{formatCount(sheet.counts[each] ?? 0)}</span>
            <span className={classes.countHelp}>{t(`callSheets.help.${each}`)}</span>
          </button>
        ))}
      </div>
      <div className={classes.actions}>
        {sheet.state === 'PENDING' ? (
          <Decide sheet={sheet} onRestart={onRestart} />
        ) : (
          <Button variant="default" onClick={onRestart}>
            {t('callSheets.another')}
          </Button>
        )}
      </div>
      <CallSheetRows key={outcome} sheet={sheet} outcome={outcome} />
    </div>
  );
}

function Decide({ sheet, onRestart }: { sheet: CallSheet; onRestart: () => void }) {
  const t = useText();
  const confirm = useConfirm();
  const take = useConfirmCallSheet();
  const cancel = useCancelCallSheet();
  const rows = TAKEN_OUTCOMES.reduce((sum, outcome) => sum + (sheet.counts[outcome] ?? 0), 0);
  const askCancel = async () => {
    const isSure = await confirm({
      title: t('callSheets.cancelTitle'),
      body: t('callSheets.cancelBody'),
      confirmLabel: t('callSheets.cancel'),
      cancelLabel: t('callSheets.keepIt'),
      isDangerous: true,
    });
    if (!isSure) return;
    cancel.mutate(sheet._id, {
      onSuccess: () => {
        showSuccess(t('callSheets.cancelled'));
        onRestart();
      },
    });
  };
  return (
    <>
      <Button
        loading={take.isPending}
        disabled={rows === 0}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => take.mutate(sheet._id)}
      >
        {t('callSheets.confirm', { count: rows, shown: formatCount(rows) })}
      </Button>
      <Button
        variant="subtle"
        color="red"
        loading={cancel.isPending}
        onClick={() => void askCancel()}
      >
        {t('callSheets.cancel')}
      </Button>
      {rows === 0 && <span className={classes.quiet}>{t('callSheets.nothingNew')}</span>}
    </>
  );
}
