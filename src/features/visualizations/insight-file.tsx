import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { InsightDetail } from '../../../contract/data-insight.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { formatDay } from '../../lib/dates.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { InsightActions } from './insight-actions.tsx';
import { InsightProfile } from './insight-profile.tsx';
import { useInsight } from './insight-queries.ts';
import { Questions } from './questions.tsx';
import { InsightRows } from './insight-rows.tsx';

/** A file: the server's progress while it is read, why it can't be, else what is in it. */
export function InsightFile({ id, user }: { id: string; user: LoggedInUser }) {
  const t = useText();
  const query = useInsight(id);
  const { data } = query;
  return (
    <Page>
      <PageHeader
        title={data?.name ?? t('menu.dataInsights')}
        {...(data && {
          subtitle: `${data.clientName} · ${data.fileName} · ${t('dataInsights.until', { day: formatDay(data.expiresAt) })}`,
        })}
        backTo="/data-insights"
        actions={data && <InsightActions insight={data} user={user} />}
      />
      {data ? (
        <Body insight={data} user={user} />
      ) : query.isError ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState kind="record" rows={4} />
      )}
    </Page>
  );
}

function Body({ insight, user }: { insight: InsightDetail; user: LoggedInUser }) {
  const t = useText();
  const [view, setView] = useState(insight.isWhole ? 'profile' : 'questions');
  if (insight.state === 'READING')
    return (
      <ProgressPanel
        title={t('dataInsights.reading', { name: insight.fileName })}
        done={insight.doneRows}
        total={insight.totalRows}
      >
        <p>{t('sheetWork.leaveIt')}</p>
      </ProgressPanel>
    );
  if (insight.state === 'FAILED')
    return (
      <ErrorState
        message={insight.error === null ? t('dataInsights.unreadable') : fileWords(insight.error)}
      />
    );
  const tabs = [
    {
      value: 'questions',
      label: t('dataInsights.questions'),
      content: <Questions insight={insight} user={user} />,
    },
    {
      value: 'rows',
      label: t('words.rows'),
      content: <InsightRows insight={insight} user={user} />,
    },
  ];
  if (insight.profile !== null)
    tabs.unshift({
      value: 'profile',
      label: t('dataInsights.profile'),
      content: <InsightProfile insight={insight} profile={insight.profile} />,
    });
  return <ViewTabs label={insight.name} value={view} onChange={setView} tabs={tabs} />;
}
