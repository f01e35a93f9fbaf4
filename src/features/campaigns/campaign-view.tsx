import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { Awaited } from '../../components/loaded.tsx';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AgentsPanel } from './agents-panel.tsx';
import { CampaignChip } from './campaign-columns.tsx';
import { CAMPAIGNS_PATH, useCampaign } from './campaign-queries.ts';
import { ChangeCampaign } from './campaign-form.tsx';
import { LeadsPanel } from './leads-panel.tsx';
import { ListsPanel } from './lists-panel.tsx';

const TABS = ['lists', 'leads', 'agents', 'settings'] as const;

/** One campaign: how it stands, running and pausing it, its lists, leads, agents and settings. */
export function CampaignView({ id, isAgency }: { id: string; isAgency: boolean }) {
  const t = useText();
  const campaign = useCampaign(id);
  if (campaign.data === undefined)
    return (
      <Page>
        <PageHeader title={t('words.campaign')} backTo={CAMPAIGNS_PATH} />
        {<Awaited of={campaign} kind="record" rows={6} />}
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={campaign.data.name}
        backTo={CAMPAIGNS_PATH}
        subtitle={
          <>
            <CampaignChip campaign={campaign.data} />
            <span>{campaign.data.Client_Name ?? t('campaigns.anyClient')}</span>
          </>
        }
        actions={<MoveButtons campaign={campaign.data} />}
      />
      <CampaignTiles campaign={campaign.data} />
      <CampaignTabs campaign={campaign.data} isAgency={isAgency} />
    </Page>
  );
}

function MoveButtons({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const confirm = useConfirm();
  const move = useBodyCommand(campaignCalls.moveCampaign);
  const { _id, state } = campaign;
  const to = (next: Campaign['state']) => move.mutate({ _id, state: next });
  const end = async () => {
    const isSure = await confirm({
      title: t('campaigns.endTitle'),
      body: t('campaigns.endBody'),
      confirmLabel: t('campaigns.endYes'),
      isDangerous: true,
    });
    if (isSure) to('ENDED');
  };
  return (
    <>
      {state !== 'ENDED' && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => void end()}
        >
          {t('campaigns.end')}
        </Button>
      )}
      {state === 'RUNNING' || state === 'ENDED' ? (
        <Button
          loading={move.isPending}
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          onClick={() => to('PAUSED')}
        >
          {t('words.pause')}
        </Button>
      ) : (
        <Button
          loading={move.isPending}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => to('RUNNING')}
        >
          {t('campaigns.run')}
        </Button>
      )}
    </>
  );
}

function CampaignTiles({ campaign }: { campaign: Campaign }) {
  const t = useText();
  return (
    <StatTiles>
      <StatTile
        label={t('words.agents')}
        value={formatCount(campaign.onlineCount)}
        comparison={t('campaigns.agentsOnline', {
          online: campaign.onlineCount,
          count: campaign.agentCount,
        })}
      />
      <StatTile label={t('campaigns.waiting')} value={formatCount(campaign.waitingCount)} />
      <StatTile label={t('campaigns.done')} value={formatCount(campaign.doneCount)} />
      <StatTile
        label={t('campaigns.today')}
        value={formatCount(campaign.placedToday)}
        to={`/predictive-report?campaignId=${campaign._id}`}
        comparison={t('campaigns.todayHelp', {
          connected: campaign.connectedToday,
          abandoned: campaign.abandonedToday,
        })}
      />
    </StatTiles>
  );
}

function CampaignTabs({ campaign, isAgency }: { campaign: Campaign; isAgency: boolean }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'lists';
  // Each part has filters and pages of its own: they don't go along.
  const choose = (next: string) => setParams({ campaign: campaign._id, tab: next });
  const contents = {
    lists: <ListsPanel campaign={campaign} />,
    leads: <LeadsPanel campaign={campaign} />,
    agents: <AgentsPanel campaign={campaign} isAgency={isAgency} />,
    settings: <ChangeCampaign campaign={campaign} />,
  };
  return (
    <ViewTabs
      label={t('campaigns.tabs')}
      value={tab}
      onChange={choose}
      tabs={TABS.map((value) => ({
        value,
        label: t(`campaigns.tab_${value}`),
        content: contents[value],
      }))}
    />
  );
}
