import { Progress } from '@mantine/core';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useReportLists } from './predictive-report-queries.ts';
import classes from './predictive-report.module.css';

/** How far each list of a campaign has been called. */
export function ListsProgress({ campaignId }: { campaignId: string }) {
  const t = useText();
  const lists = useReportLists(campaignId);
  if (lists.data === undefined || lists.data.length === 0) return null;
  return (
    <Panel title={t('predictiveReport.listsTitle')}>
      <ul className={classes.drops}>
        {lists.data.map((list) => {
          const count = list.readyCount + list.callingCount + list.doneCount + list.stoppedCount;
          const words = t('campaigns.progressText', {
            tried: list.triedCount,
            count,
            reached: list.reachedCount,
          });
          return (
            <li key={list._id} className={classes.list}>
              <strong>{list.name}</strong>
              <Progress.Root size="md">
                <Progress.Section
                  value={count === 0 ? 0 : (list.triedCount / count) * 100}
                  aria-label={`${list.name}: ${words}`}
                />
              </Progress.Root>
              <span className={classes.quiet}>{words}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
