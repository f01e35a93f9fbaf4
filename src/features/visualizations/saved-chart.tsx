import { useEffect, useEffectEvent } from 'react';
import { SCHEDULES_SCREEN } from '../../../contract/report-schedule.ts';
import type { Role } from '../../../contract/roles.ts';
import { visualizationCalls } from '../../../contract/visualization-calls.ts';
import { AMOUNT_MEASURES, isOfStock } from '../../../contract/visualization.ts';
import type { SavedChart } from '../../../contract/visualization-calls.ts';
import type { ChartAnswer, ChartKind, ChartQuestion } from '../../../contract/visualization.ts';
import { figureText } from '../../components/chart-figures.ts';
import { AnswerDrawing } from '../../components/answer-drawing.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { chartTitle, questionWords, useAnswerWords } from './chart-words.ts';
import classes from './visualizations.module.css';
import { loansBehind } from './loan-paths.ts';

const HEIGHT = 260;
/** With the line of its total. */
const ROOM = HEIGHT + 24;

/** Where a saved chart is scheduled; null: not by this reader. */
const scheduleAddress = (id: string, name: string): string | null =>
  mayCall(SCHEDULES_SCREEN)
    ? `/report-schedules?${new URLSearchParams({ chart: id, name }).toString()}`
    : null;

/** Asks a question and shows its answer with its total, days and files. */
export function ChartPanel(props: {
  title: string;
  role: Role;
  question: ChartQuestion;
  /** Null: as the answer suggests. */
  kind: ChartKind | null;
  /** Of a saved chart. */
  id?: string;
  /** Is told how the answer is best drawn. */
  onSuggested?: (kind: ChartKind) => void;
}) {
  const { title, role, question, kind, id, onSuggested } = props;
  const sheet = useCallDownload(visualizationCalls.exportChart);
  const asked = useCallQuery(
    visualizationCalls.askChart,
    { body: question },
    { keepsPrevious: true },
  );
  const suggested = asked.data?.suggested;
  const handleSuggested = useEffectEvent((best: ChartKind) => onSuggested?.(best));
  useEffect(() => {
    if (suggested !== undefined) handleSuggested(suggested);
  }, [suggested]);
  return (
    <AnswerPanel
      title={title}
      asked={asked}
      height={ROOM}
      isSaving={sheet.isPending}
      scheduleAt={id === undefined ? null : scheduleAddress(id, title)}
      onSheet={() => sheet.mutate({ body: { name: title, question } })}
    >
      {(answer) => (
        <>
          <TotalLine question={question} answer={answer} />
          <AnswerChart
            role={role}
            question={question}
            kind={kind ?? answer.suggested}
            answer={answer}
            height={HEIGHT}
            isKindTold={onSuggested !== undefined}
          />
        </>
      )}
    </AnswerPanel>
  );
}

function TotalLine({ question, answer }: { question: ChartQuestion; answer: ChartAnswer }) {
  const t = useText();
  const unit = AMOUNT_MEASURES.has(question.measure) ? 'rupees' : 'count';
  const total = figureText(unit, answer.total);
  const days =
    isOfStock(question.measure) || answer.from === null || answer.to === null
      ? t('visualizations.now')
      : `${formatDay(answer.from)} – ${formatDay(answer.to)}`;
  const { before } = answer;
  const was = before && {
    total: figureText(unit, before.total),
    days: `${formatDay(before.from)} – ${formatDay(before.to)}`,
    change: changeWords(answer.total, before.total),
  };
  return (
    <p className={classes.total}>
      {t('visualizations.totalOf', { total, days })}
      {was && <span className={classes.was}>{t('visualizations.wasBefore', was)}</span>}
    </p>
  );
}

/** By how much a total changed, percent; from nothing there is none. */
function changeWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? `±${formatPercent(0)}` : '–';
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;
}

/** A role's charts, as its board arranges them. */
export function ChartBoard({ charts, role }: { charts: readonly SavedChart[]; role: Role }) {
  const t = useText();
  return (
    <div className={classes.board}>
      {charts.map((chart) => (
        <div
          key={chart._id}
          className={`${classes.place ?? ''} ${chart.isWide ? (classes.wide ?? '') : ''}`}
        >
          <ChartPanel
            title={chartTitle(t, chart)}
            role={role}
            question={chart.question}
            kind={chart.kind}
            id={chart._id}
          />
        </div>
      ))}
    </div>
  );
}

/** An answer, drawn as asked; a row of its table leads to its loans where the reader's list can show them. */
function AnswerChart(props: {
  role: Role;
  question: ChartQuestion;
  kind: ChartKind;
  answer: ChartAnswer;
  height?: number;
  isKindTold?: boolean;
}) {
  const { role, question, kind, answer, height = 280, isKindTold = false } = props;
  const t = useText();
  const words = useAnswerWords(question);
  return (
    <AnswerDrawing
      label={questionWords(t, question)}
      categoryTitle={t(`visualizations.dimensions.${question.by}`)}
      rows={answer.rows}
      words={words}
      kind={kind}
      unit={AMOUNT_MEASURES.has(question.measure) ? 'rupees' : 'count'}
      height={height}
      isKindTold={isKindTold}
      linkOf={(row) => loansBehind(role, question, row)}
    />
  );
}
