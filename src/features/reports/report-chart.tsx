import type { QueryOf } from '../../../contract/call.ts';
import { REPORT_MEASURES } from '../../../contract/report-columns.ts';
import type { Measure } from '../../../contract/report-columns.ts';
import { reportEngineCalls } from '../../../contract/report-engine.ts';
import type { ReportAnswer } from '../../../contract/report-engine.ts';
import { groupWord } from '../../../contract/report-names.ts';
import { Chart } from '../../components/chart.tsx';
import type { ChartTone } from '../../components/chart-figures.ts';
import { Panel } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { chartedOf } from './report-matter.ts';
import { groupText } from './report-value.ts';

/** Bars beyond these say nothing: two months of days. */
const MOST_BARS = 62;
type Query = Omit<QueryOf<typeof reportEngineCalls.readReport>, 'page' | 'pageSize'>;
/** By what they mean; the others by their place. */
const TONES: Readonly<Partial<Record<Measure, ChartTone>>> = {
  flowPaid: 'good',
  flowPart: 'info',
  flowStayed: 'quiet',
  flowRolled: 'warn',
};
const IN_TURN: readonly ChartTone[] = ['quiet', 'accent', 'info'];

/**
 * A report's course over hours, days, months or buckets, whatever page of them the table shows; nothing where the groups have
 * no order, or are fewer than two.
 */
export function ReportChart({ answer, query }: { answer: ReportAnswer; query: Query }) {
  const t = useText();
  const charted = chartedOf(answer);
  const isWhole = answer.data.length === answer.totalCount;
  const canBeDrawn = charted.length > 0 && answer.totalCount > 1 && answer.totalCount <= MOST_BARS;
  const { data: asked } = useCallQuery(
    reportEngineCalls.readReport,
    canBeDrawn && !isWhole
      ? { params: { report: answer.report }, query: { ...query, page: 1, pageSize: MOST_BARS } }
      : null,
  );
  const all = isWhole ? answer : asked;
  if (!canBeDrawn || all === undefined) return null;
  const title = charted.map(({ measure }) => t(`reportWords.measure.${measure}`)).join(', ');
  return (
    <Panel title={title}>
      <Chart
        label={title}
        categoryTitle={t(`reportWords.group.${groupWord(answer.report, answer.by)}`)}
        // The range above says the year.
        categories={all.data.map((line) =>
          groupText(t, answer, line).slice(0, answer.by === 'day' ? 5 : undefined),
        )}
        unit={
          charted.every(({ measure }) => REPORT_MEASURES[measure].kind === 'money')
            ? 'rupees'
            : 'count'
        }
        series={charted.map(({ measure, at }, place) => ({
          name: t(`reportWords.measure.${measure}`),
          values: all.data.map(({ sums }) => sums[at] ?? null),
          tone: charted.length === 1 ? 'accent' : (TONES[measure] ?? IN_TURN[place] ?? 'quiet'),
        }))}
      />
    </Panel>
  );
}
