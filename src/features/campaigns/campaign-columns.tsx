import { useMemo } from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CAMPAIGN_TONES } from './campaign-words.ts';
import classes from './campaigns.module.css';

const COUNTS = [
  ['leads', 'leadCount'],
  ['waiting', 'waitingCount'],
  ['done', 'doneCount'],
] as const;

/** The columns of the list of campaigns. */
export function useCampaignColumns(): DataColumn<Campaign>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('campaigns.campaign'),
        isFixed: true,
        render: (campaign) => (
          <span className={classes.name}>
            {campaign.name}
            <span className={classes.small}>
              {campaign.Client_Name ?? t('campaigns.anyClient')}
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('campaigns.state'),
        render: (campaign) => <CampaignChip campaign={campaign} />,
      },
      {
        key: 'agents',
        title: t('campaigns.agents'),
        render: (campaign) => <AgentsText campaign={campaign} />,
      },
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
    ],
    [t],
  );
}

/** A campaign's state as a chip. */
export function CampaignChip({ campaign }: { campaign: Campaign }) {
  const t = useText();
  return (
    <StatusChip
      tone={CAMPAIGN_TONES[campaign.state]}
      label={t(`campaigns.state_${campaign.state}`)}
    />
  );
}

function AgentsText({ campaign }: { campaign: Campaign }) {
  const t = useText();
  return t('campaigns.agentsOnline', { online: campaign.onlineCount, count: campaign.agentCount });
}

/** A campaign as a card, for the list on a phone. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <strong className={classes.name}>{campaign.name}</strong>
        <CampaignChip campaign={campaign} />
      </div>
      <div className={classes.quiet}>{campaign.Client_Name ?? t('campaigns.anyClient')}</div>
      <div className={classes.quiet}>
        <AgentsText campaign={campaign} />
      </div>
      <div className={classes.quiet}>
        {`${t('campaigns.waiting')} ${formatCount(campaign.waitingCount)} · ${t('campaigns.done')} ${formatCount(campaign.doneCount)} · ${t('campaigns.today')} ${formatCount(campaign.placedToday)}`}
      </div>
    </div>
  );
}
