import { useEffect, useRef, useState } from 'react';
import { CALL_SHEET_OUTCOMES } from '../../../contract/call-sheet.ts';
import type { CallSheet, CallSheetOutcome } from '../../../contract/call-sheet.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import {
  AnotherSheet,
  SheetDecision,
  SheetHead,
  SheetState,
} from '../../components/sheet-work.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { formatCount } from '../../lib/money.ts';
import { fileWords } from '../../lib/file-words.ts';
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
  const atWork = isAtWork(sheet)
    ? { label: t(`callSheets.state.${sheet.state}`), done: sheet.doneRows, total: sheet.totalRows }
    : null;
  return (
    <SheetState sheet={sheet} atWork={atWork} onRestart={onRestart}>
      <Report sheet={sheet} onRestart={onRestart} />
    </SheetState>
  );
}

function Report({ sheet, onRestart }: { sheet: CallSheet; onRestart: () => void }) {
  const t = useText();
  const [outcome, setOutcome] = useState<CallSheetOutcome | null>(null);
  return (
    <div className={classes.step}>
      <SheetHead
        fileName={sheet.fileName}
        from={sheet.source}
        chip={
          <StatusChip
            tone={STATE_TONES[sheet.state]}
            label={t(`callSheets.state.${sheet.state}`)}
          />
        }
      />
      {sheet.error !== null && <Notice tone="warn" isAlert title={fileWords(sheet.error)} />}
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
          <AnotherSheet onRestart={onRestart} />
        )}
      </div>
      <CallSheetRows key={outcome} sheet={sheet} outcome={outcome} />
    </div>
  );
}

function Decide({ sheet, onRestart }: { sheet: CallSheet; onRestart: () => void }) {
  const t = useText();
  const take = useConfirmCallSheet();
  const drop = useCancelCallSheet();
  const rows = sheet.sums.taken;
  return (
    <SheetDecision
      sheetId={sheet._id}
      rows={rows}
      takeLabel={t('callSheets.confirm', { count: rows, shown: formatCount(rows) })}
      isTaking={take.isPending}
      onTake={() => take.mutate(sheet._id)}
      drop={drop}
      onDropped={onRestart}
    >
      {rows === 0 && t('callSheets.nothingNew')}
    </SheetDecision>
  );
}
