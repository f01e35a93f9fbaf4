import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { StepList } from '../../components/step-list.tsx';
import type { NextStep } from '../../components/step-list.tsx';
import { useToday } from '../../components/figure.tsx';
import { formatDay, formatTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';

interface BoardQuery<Answer> {
  data: Answer | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface BoardProps<Answer extends { asOf: string }> {
  title: string;
  query: BoardQuery<Answer>;
  /** Above the figures' instant, such as whose they are. */
  subtitle?: string;
  children: (answer: Answer) => ReactNode;
}

/** A board: its heading with the instant of its figures, then the figures once they are there. */
export function Board<Answer extends { asOf: string }>(props: BoardProps<Answer>) {
  const { query, subtitle } = props;
  const t = useText();
  const { data } = query;
  const day = formatDay(useToday());
  const asOf = data === undefined ? [] : [t('fieldDay.asOf', { time: formatTime(data.asOf) })];
  const read = () => void query.refetch();
  return (
    <Page>
      <PageHeader
        title={props.title}
        subtitle={[subtitle, day, ...asOf].filter(Boolean).join(' · ')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={query.isFetching && data !== undefined}
            onClick={read}
          >
            {t('fieldDay.refresh')}
          </Button>
        }
      />
      {data !== undefined ? (
        props.children(data)
      ) : query.isError ? (
        <LoadProblem error={query.error} onRetry={read} />
      ) : (
        <LoadingState kind="cards" rows={4} />
      )}
    </Page>
  );
}

/** What to do next, the most pressing first; says so when nothing waits, and nothing while that is unknown (null). */
export function NextSteps({ steps }: { steps: readonly NextStep[] | null }) {
  const t = useText();
  return (
    <Panel title={t('organisation.nextTitle')} isFlush>
      {steps === null ? (
        <LoadingState rows={3} />
      ) : steps.length === 0 ? (
        <EmptyState
          title={t('organisation.nothingWaits')}
          body={t('organisation.nothingWaitsBody')}
        />
      ) : (
        <StepList steps={steps} />
      )}
    </Panel>
  );
}
