import type { Analytics } from '../../../contract/staff-dashboard.ts';
import { Chart } from '../../components/chart.tsx';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { rangeParts } from './range-days.ts';

/** What was collected on each day (month) of the range. */
export function RangePanel({ board }: { board: Analytics }) {
  const t = useText();
  const { by, parts } = rangeParts(board);
  return (
    <Panel title={t('staffBoards.collectedByDay')}>
      <Chart
        label={t('staffBoards.collectedByDay')}
        categoryTitle={t(`staffBoards.${by}`)}
        categories={parts.map((part) => part.label)}
        series={[{ name: t('staffBoards.collected'), values: parts.map((part) => part.amount) }]}
        unit="rupees"
        height={220}
      />
    </Panel>
  );
}
