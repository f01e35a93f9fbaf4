import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { dataInsightCalls, INSIGHT_UPLOADERS } from '../../../contract/data-insight.ts';
import type { Insight } from '../../../contract/data-insight.ts';
import type { Role } from '../../../contract/roles.ts';
import { countColumn, dayColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { InsightFile } from './insight-file.tsx';
import { useInsights } from './insight-queries.ts';

const FILTERS = { search: 'text' } as const;

const TONES: Readonly<Record<Insight['state'], Tone>> = {
  READING: 'info',
  READY: 'good',
  FAILED: 'danger',
};

/** Whether a role may upload files. */
export const mayUpload = (role: Role): boolean =>
  INSIGHT_UPLOADERS.some((uploader) => uploader === role);

/** `/data-insights`: files that are not loans, and what is in one of them (`?id=`). */
export function InsightsScreen({ user }: { user: LoggedInUser }) {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <InsightList user={user} /> : <InsightFile key={id} id={id} user={user} />;
}

function InsightList({ user }: { user: LoggedInUser }) {
  const t = useText();
  const state = useListState(dataInsightCalls.listInsights.query, FILTERS);
  const insights = useInsights(state.asked);
  const columns = useColumns();
  const upload = (
    <Button
      component={Link}
      to="/data-insights-file"
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      {t('menu.dataInsightsFile')}
    </Button>
  );
  return (
    <ListPage<Insight>
      name="data-insights"
      title={t('menu.dataInsights')}
      subtitle={t('dataInsights.subtitle')}
      actions={mayUpload(user.role) && upload}
      list={insights}
      state={state}
      search={t('dataInsights.search')}
      columns={columns}
      rowLabel={(insight) => insight.name}
      rowHref={(insight) => `/data-insights?id=${insight._id}`}
      empty={t(mayUpload(user.role) ? 'dataInsights.none' : 'dataInsights.noneShared')}
    />
  );
}

function useColumns(): DataColumn<Insight>[] {
  const t = useText();
  return useMemo(
    () => [
      textColumn('name', t('words.name'), ({ name }) => name, {
        card: 'title',
        isFixed: true,
      }),
      textColumn('client', t('words.client'), ({ clientName }) => clientName, {
        card: 'line',
      }),
      {
        key: 'state',
        title: t('words.status'),
        card: 'aside',
        render: ({ state }) => (
          <StatusChip tone={TONES[state]} label={t(`dataInsights.state.${state}`)} />
        ),
      },
      countColumn('rows', t('words.rows'), ({ isWhole, rows }) => (isWhole ? rows : null)),
      countColumn('matched', t('dataInsights.matched'), ({ isWhole, matchedRows }) =>
        isWhole ? matchedRows : null,
      ),
      textColumn('owner', t('words.uploadedBy'), ({ owner }) => owner),
      instantColumn('created', t('dataInsights.uploaded'), ({ createdAt }) => createdAt),
      dayColumn('expires', t('dataInsights.keptUntil'), ({ expiresAt }) => expiresAt),
    ],
    [t],
  );
}
