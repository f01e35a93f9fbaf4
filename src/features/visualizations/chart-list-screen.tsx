import { ActionIcon, Button, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { ROLES } from '../../../contract/roles.ts';
import { visualizationCalls } from '../../../contract/visualization-calls.ts';
import type { SavedChart } from '../../../contract/visualization-calls.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { chartTitle, questionWords } from './chart-words.ts';
import { ChartBoard } from './saved-chart.tsx';
import classes from './visualizations.module.css';

/** The roles that have a board of their own; the super admin has the admin's. */
const BOARDS = ROLES.filter((role) => role !== 'SUPER_ADMIN');

/** `/data-visualizations` (admin): the charts of each role's board, their order, and how the board looks. */
export function ChartListScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const category = BOARDS.find((role) => role === params.get('category')) ?? 'ADMIN';
  const charts = useCallQuery(visualizationCalls.listChartsOfCategory, { query: { category } });
  const add = (
    <Button
      component={Link}
      to={`/data-visualization/new?category=${category}`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('visualizations.add')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('menu.charts')} subtitle={t('visualizations.subtitle')} actions={add} />
      <Select
        label={t('visualizations.boardOf')}
        data={BOARDS.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        value={category}
        allowDeselect={false}
        maw={320}
        onChange={(role) => setParams(role === null ? {} : { category: role }, { replace: true })}
      />
      {charts.data ? (
        charts.data.data.length === 0 ? (
          <EmptyState title={t('visualizations.noneTitle')} body={t('visualizations.noneAdmin')} />
        ) : (
          <>
            <Panel title={t('visualizations.order')} isFlush>
              <Arranging charts={charts.data.data} />
            </Panel>
            <ChartBoard charts={charts.data.data} role={user.role} />
          </>
        )
      ) : charts.isError ? (
        <LoadProblem error={charts.error} onRetry={() => void charts.refetch()} />
      ) : (
        <LoadingState kind="list" />
      )}
    </Page>
  );
}

function Arranging({ charts }: { charts: readonly SavedChart[] }) {
  const t = useText();
  const move = useCallCommand(visualizationCalls.moveChart);
  const remove = useCallCommand(visualizationCalls.removeChart, {
    onDone: () => showSuccess(t('visualizations.removed')),
  });
  const handleRemove = async (chart: SavedChart) => {
    const name = chartTitle(t, chart);
    const isSure = await confirmAction({
      body: t('visualizations.removeBody', { name }),
      confirmLabel: t('visualizations.remove'),
      isDangerous: true,
    });
    if (isSure) remove.mutate({ params: { id: chart._id } });
  };
  return (
    <ul className="rc-plain-list">
      {charts.map((chart, at) => (
        <ChartRow
          key={chart._id}
          chart={chart}
          isFirst={at === 0 || move.isPending}
          isLast={at === charts.length - 1 || move.isPending}
          onMove={(direction) => move.mutate({ params: { id: chart._id }, body: { direction } })}
          onRemove={() => void handleRemove(chart)}
        />
      ))}
    </ul>
  );
}

function ChartRow(props: {
  chart: SavedChart;
  isFirst: boolean;
  isLast: boolean;
  onMove: (direction: 'UP' | 'DOWN') => void;
  onRemove: () => void;
}) {
  const { chart, isFirst, isLast, onMove, onRemove } = props;
  const t = useText();
  const name = chartTitle(t, chart);
  const button = { variant: 'subtle', size: 'lg', className: classes.touch ?? '' } as const;
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        {name}
        <span className={classes.what}>
          {t(`visualizations.kinds.${chart.kind}`)} · {questionWords(t, chart.question)}
        </span>
      </span>
      <span className={classes.tools}>
        <ActionIcon
          {...button}
          disabled={isFirst}
          aria-label={t('visualizations.up', { name })}
          onClick={() => onMove('UP')}
        >
          <IconArrowUp size={17} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={isLast}
          aria-label={t('visualizations.down', { name })}
          onClick={() => onMove('DOWN')}
        >
          <IconArrowDown size={17} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...button}
          component={Link}
          to={`/data-visualization/edit?id=${chart._id}&category=${chart.category}`}
          aria-label={`${t('common.edit')}: ${name}`}
        >
          <IconPencil size={17} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...button}
          color="red"
          aria-label={`${t('visualizations.remove')}: ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
