import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { SheetState } from '../../components/sheet-work.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SheetReport } from './sheet-report.tsx';
import { SheetSteps } from './sheet-steps.tsx';
import { isAtWork, useSheet } from './sheet-queries.ts';

const STEP_OF: Readonly<Record<ActivitySheet['state'], number>> = {
  READING: 2,
  PENDING: 2,
  POSTING: 3,
  DONE: 4,
  FAILED: 2,
  CANCELLED: 2,
  REVERSING: 4,
  REVERSED: 4,
};

/** A sheet by its state: progress, its rows to be confirmed, or what came of it. */
export function KnownSheet({ sheetId, onRestart }: { sheetId: string; onRestart: () => void }) {
  const query = useSheet(sheetId);
  const sheet = query.data;
  usePosted(sheet);
  if (sheet === undefined) {
    if (!query.isError) return <LoadingState rows={5} />;
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <SheetSteps kind={sheet.kind} active={STEP_OF[sheet.state]}>
      <State sheet={sheet} onRestart={onRestart} />
    </SheetSteps>
  );
}

/** Tells once that a sheet was posted before these eyes; after a bank's list it goes on to the loans (spec 2.6). */
function usePosted(sheet: ActivitySheet | undefined) {
  const t = useText();
  const navigate = useNavigate();
  const before = useRef(sheet?.state);
  const state = sheet?.state;
  const kind = sheet?.kind;
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (state === 'REVERSED' && was === 'REVERSING') showSuccess(t('activitySheets.reversed'));
    if (state !== 'DONE' || (was !== 'POSTING' && was !== 'PENDING')) return;
    if (kind === 'BANK_PAID') {
      showSuccess(t('toasts.bankPaidVerified'));
      void navigate('/loans');
    } else showSuccess(t('toasts.updated'));
  }, [kind, navigate, state, t]);
}

function State({ sheet, onRestart }: { sheet: ActivitySheet; onRestart: () => void }) {
  const t = useText();
  const atWork = isAtWork(sheet)
    ? {
        label: t(`activitySheets.${sheet.state}`),
        done: sheet.doneRows,
        total: sheet.state === 'READING' ? sheet.totalRows : null,
      }
    : null;
  return (
    <SheetState sheet={sheet} atWork={atWork} onRestart={onRestart}>
      <SheetReport sheet={sheet} onRestart={onRestart} />
    </SheetState>
  );
}
