import { useCallback } from 'react';
import type { PacingDecision } from '../../../contract/predictive-report.ts';
import { predictiveReportCalls } from '../../../contract/predictive-report.ts';
import { PACING_WHYS } from '../../../contract/pacing-why.ts';
import { textColumn } from '../../components/columns.tsx';
import { Awaited } from '../../components/loaded.tsx';
import { Chart } from '../../components/chart.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Panel } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percentText } from './figure-words.ts';
import type { ReportRange } from './predictive-report-queries.ts';
import classes from './predictive-report.module.css';

/** The level over time, and why it was what it was. */
export function PacingLog({ range }: { range: ReportRange }) {
  const { campaignId, gte, lte } = range;
  const asked = { gte, lte, ...(campaignId !== undefined && { campaignId }) };
  return (
    <>
      <Levels range={asked} hasCampaign={campaignId !== undefined} />
      <Decisions range={asked} />
    </>
  );
}

function Levels({ range, hasCampaign }: { range: ReportRange; hasCampaign: boolean }) {
  const t = useText();
  return (
    <Panel title={t('predictiveReport.levelTitle')}>
      {hasCampaign ? (
        <LevelChart range={range} />
      ) : (
        <p className="rc-quiet-words">{t('predictiveReport.chooseCampaign')}</p>
      )}
    </Panel>
  );
}

function LevelChart({ range }: { range: ReportRange }) {
  const t = useText();
  const levels = useCallQuery(
    predictiveReportCalls.getPacingLevels,
    { query: range },
    { keepsPrevious: true },
  );
  if (levels.data === undefined) return <Awaited of={levels} rows={4} />;
  const points = levels.data.data;
  if (points.length === 0)
    return <p className="rc-quiet-words">{t('predictiveReport.noLevels')}</p>;
  return (
    <Chart
      label={t('predictiveReport.levelTitle')}
      categoryTitle={t('words.time')}
      categories={points.map(({ at }) => formatDayTime(at))}
      series={[
        {
          name: t('words.level'),
          values: points.map(({ level }) => Math.round(level * 100) / 100),
          tone: 'accent',
          look: 'line',
        },
        {
          name: t('predictiveReport.ready'),
          values: points.map(({ ready }) => ready),
          tone: 'quiet',
          look: 'line',
        },
        {
          name: t('predictiveReport.abandonedPercent'),
          values: points.map(({ dropPercent }) => dropPercent),
          tone: 'danger',
          look: 'dashed',
        },
      ]}
    />
  );
}

function Decisions({ range }: { range: ReportRange }) {
  const t = useText();
  const state = useOwnPage();
  const decisions = useCallQuery(
    predictiveReportCalls.listPacingDecisions,
    { query: { ...range, page: state.page } },
    { keepsPrevious: true },
  );
  const columns = useDecisionColumns();
  return (
    <section className={classes.why} aria-label={t('predictiveReport.whyTitle')}>
      <h2 className={classes.whyTitle}>{t('predictiveReport.whyTitle')}</h2>
      <List<PacingDecision>
        name="pacing-decisions"
        label={t('predictiveReport.whyTitle')}
        columns={columns}
        list={decisions}
        state={state}
        rowId={(decision) => String(decision._id)}
        rowLabel={(decision) => `${decision.campaignName}, ${formatDayTime(decision.at)}`}
        empty={t('predictiveReport.whyEmpty')}
      />
    </section>
  );
}

const FIGURES = ['ready', 'inCall', 'wrapping', 'inFlight', 'waiting', 'goal', 'placed'] as const;

function useDecisionColumns(): DataColumn<PacingDecision>[] {
  const t = useText();
  const whyWords = useWhyWords();
  return [
    {
      key: 'at',
      title: t('words.time'),
      isFixed: true,
      render: (decision) => <DayText value={decision.at} show="both" />,
    },
    textColumn('campaign', t('predictiveReport.campaign'), (decision) => decision.campaignName, {
      card: 'title',
    }),
    textColumn('level', t('words.level'), (decision) => decision.level.toFixed(2), {
      card: 'aside',
      align: 'right',
    }),
    textColumn('why', t('predictiveReport.whyTitle'), (decision) => whyWords(decision), {
      card: 'line',
    }),
    ...FIGURES.map((key): DataColumn<PacingDecision> => ({
      key,
      title: t(`predictiveReport.${key}`),
      align: 'right',
      render: (decision) => decision[key],
    })),
    textColumn(
      'drop',
      t('predictiveReport.abandonedPercent'),
      (decision) => percentText(decision.dropPercent),
      { align: 'right' },
    ),
    textColumn('figures', t('words.figures'), ({ figures }) => figuresText(figures), {
      isHiddenAtFirst: true,
    }),
  ];
}

/** The engine's other figures as they are named there: for who wants to know exactly. */
function figuresText(figures: PacingDecision['figures']): string {
  return Object.entries(figures)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name} ${formatFigure(Number(value))}`)
    .join(', ');
}

const formatFigure = (value: number) => String(Math.round(value * 1000) / 1000);

/** Says a decision's reason in words; one that a newer server gives is shown as it is. */
function useWhyWords(): (decision: Pick<PacingDecision, 'why'>) => string {
  const t = useText();
  return useCallback(
    ({ why }) => {
      const known = PACING_WHYS.find((each) => each === why);
      return known === undefined ? (why ?? '–') : t(`predictiveReport.why_${known}`);
    },
    [t],
  );
}
