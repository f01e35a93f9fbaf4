import type { Campaign } from '../../../contract/campaign.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './campaigns.module.css';

const TONES: Readonly<Record<Campaign['state'], Tone>> = {
  RUNNING: 'good',
  PAUSED: 'warn',
  ENDED: 'quiet',
};

const COUNTS = [
  ['leads', 'leadCount'],
  ['waiting', 'waitingCount'],
  ['done', 'doneCount'],
] as const;

/** The columns of the list of campaigns. */
export function useCampaignColumns(): DataColumn<Campaign>[] {
  const t = useText();
  return [
    {
      key: 'name',
      title: t('words.campaign'),
      isFixed: true,
      render: (campaign) => (
        <TwoLines first={campaign.name} second={campaign.Client_Name ?? t('campaigns.anyClient')} />
      ),
    },
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (campaign) => <CampaignChip campaign={campaign} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`campaigns.state_${state as Campaign['state']}`),
        },
      ],
    },
    textColumn(
      'agents',
      t('words.agents'),
      ({ onlineCount: online, agentCount: count }) =>
        t('campaigns.agentsOnline', { online, count }),
      { card: 'line', file: [{ of: ({ agentCount }) => agentCount }] },
    ),
    ...COUNTS.map(([key, field]): DataColumn<Campaign> => ({
      key,
      title: t(`campaigns.${key}`),
      align: 'right',
      render: (campaign) => formatCount(campaign[field]),
    })),
    {
      key: 'today',
      title: t('campaigns.today'),
      align: 'right',
      file: [{ of: ({ placedToday }) => placedToday }],
      render: (campaign) => (
        <span className={classes.figures}>
          {formatCount(campaign.placedToday)}
          <span className={classes.small}>
            {t('campaigns.todayHelp', {
              connected: campaign.connectedToday,
              abandoned: campaign.abandonedToday,
            })}
          </span>
        </span>
      ),
    },
  ];
}

/** A campaign's state as a chip. */
export function CampaignChip({ campaign }: { campaign: Campaign }) {
  const t = useText();
  return <StatusChip tone={TONES[campaign.state]} label={t(`campaigns.state_${campaign.state}`)} />;
}
