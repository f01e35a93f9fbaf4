import { Progress } from '@mantine/core';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { PAGE_SIZE_MAX } from '../../../contract/paging.ts';
import { Panel } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './predictive-report.module.css';

/** How far each list of a campaign has been called. */
export function ListsProgress({ campaignId }: { campaignId: string }) {
  const t = useText();
  const lists = useCallQuery(
    campaignCalls.listCampaignLists,
    { params: { id: campaignId }, query: { pageSize: PAGE_SIZE_MAX } },
    { select: ({ data }) => data },
  );
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
