import type { agentBoardCalls } from '../../../contract/agent-board.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { Chart } from '../../components/chart.tsx';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';

type Board = CallAnswer<typeof agentBoardCalls.readAgentProfile>;

/** Where one agent is strong: by bucket, and by the hour of its contacts. Nothing while all are shown. */
export function Strengths({ byBucket, byHour }: Pick<Board, 'byBucket' | 'byHour'>) {
  const t = useText();
  return (
    <>
      {byBucket.length > 0 && (
        <Panel title={t('agentBoard.byBucket')}>
          <Chart
            label={t('agentBoard.byBucket')}
            categoryTitle={t('words.bucket')}
            categories={byBucket.map(({ bucket }) => bucket || '–')}
            series={[
              {
                name: t('money.verified'),
                values: byBucket.map(({ collected }) => collected),
                tone: 'accent',
              },
              {
                name: t('agentBoard.expected'),
                values: byBucket.map(({ expected }) => expected),
                tone: 'quiet',
              },
            ]}
            unit="rupees"
          />
        </Panel>
      )}
      {byHour.length > 0 && (
        <Panel title={t('agentBoard.byHour')}>
          <Chart
            label={t('agentBoard.byHour')}
            categoryTitle={t('agentBoard.hour')}
            categories={byHour.map(({ hour }) => `${String(hour).padStart(2, '0')}:00`)}
            series={[
              {
                name: t('words.contacts'),
                values: byHour.map(({ contacts }) => contacts),
                tone: 'quiet',
              },
              {
                name: t('agentBoard.spoken'),
                values: byHour.map(({ spoken }) => spoken),
                tone: 'accent',
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
