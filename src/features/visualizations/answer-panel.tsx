import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { ChartAnswer } from '../../../contract/visualization.ts';
import { ChartFiles } from '../../components/chart-files.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';

interface Asked {
  readonly data: ChartAnswer | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** An answer on its way, drawn when it is there, with its files. */
export function AnswerPanel(props: {
  title: string;
  asked: Asked;
  isSaving: boolean;
  onSheet: () => void;
  /** Where it can be scheduled; null: not by this reader. */
  scheduleAt?: string | null;
  /** Of what is drawn, in px: its room is kept meanwhile. */
  height?: number;
  children: (answer: ChartAnswer) => ReactNode;
}) {
  const { title, asked, isSaving, onSheet, scheduleAt = null, height } = props;
  const t = useText();
  const holder = useRef<HTMLDivElement>(null);
  const isEmpty = asked.data?.rows.length === 0;
  return (
    <Panel
      title={title}
      actions={
        <ChartFiles
          title={title}
          holder={holder}
          isSaving={isSaving}
          scheduleAt={scheduleAt}
          onSheet={() => (isEmpty ? showInfo(t('toasts.noData')) : onSheet())}
        />
      }
    >
      <div ref={holder}>
        {asked.data ? (
          props.children(asked.data)
        ) : asked.isError ? (
          <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <div style={{ minHeight: height }}>
            <LoadingState kind="record" rows={3} />
          </div>
        )}
      </div>
    </Panel>
  );
}
