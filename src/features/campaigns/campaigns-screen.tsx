import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { CAMPAIGN_STATES } from '../../../contract/campaign.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useCampaignColumns } from './campaign-columns.tsx';
import { NewCampaign } from './campaign-form.tsx';
import { campaignPath, useCampaigns } from './campaign-queries.ts';
import { CampaignView } from './campaign-view.tsx';

const FILTERS = { search: 'text', state: 'text' } as const;

/** `/predictive-list-upload` (admin, client admin): campaigns; one of them with its lists, leads, agents and settings. */
export function CampaignsScreen({ user }: { user: LoggedInUser }) {
  const [params] = useSearchParams();
  const id = params.get('campaign');
  const isAgency = user.role !== 'CLIENT_ADMIN';
  if (id === 'new') return <NewCampaign isAgency={isAgency} />;
  return id === null || id === '' ? (
    <CampaignList />
  ) : (
    <CampaignView key={id} id={id} isAgency={isAgency} />
  );
}

function CampaignList() {
  const t = useText();
  const url = useListState(campaignCalls.listCampaigns.query, FILTERS);
  const campaigns = useCampaigns(url.asked);
  const columns = useCampaignColumns();
  return (
    <ListPage<Campaign>
      name="campaigns"
      title={t('menu.predictiveLists')}
      subtitle={t('campaigns.subtitle')}
      actions={<NewLink />}
      isCounted
      list={campaigns}
      state={url}
      search={t('campaigns.search')}
      fields={[
        choiceField(
          'state',
          t('words.status'),
          choices(CAMPAIGN_STATES, (state) => t(`campaigns.state_${state}`)),
        ),
      ]}
      columns={columns}
      rowLabel={(campaign) => campaign.name}
      rowHref={(campaign) => campaignPath(campaign._id)}
      empty={<EmptyState title={t('campaigns.emptyTitle')} body={t('campaigns.emptyBody')} />}
    />
  );
}

function NewLink() {
  const t = useText();
  return (
    <Button
      component={Link}
      to={campaignPath('new')}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('campaigns.newCampaign')}
    </Button>
  );
}
