import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { CAMPAIGN_STATES } from '../../../contract/campaign.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CampaignCard, useCampaignColumns } from './campaign-columns.tsx';
import { useCampaigns } from './campaign-queries.ts';
import { CampaignView } from './campaign-view.tsx';
import { campaignPath } from './campaign-words.ts';
import { NewCampaign } from './new-campaign.tsx';

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
  const url = useUrlFilters(FILTERS);
  const { search, state } = url.values;
  const known = CAMPAIGN_STATES.find((each) => each === state);
  const campaigns = useCampaigns({
    page: url.page,
    ...(search !== '' && { search }),
    ...(known !== undefined && { state: known }),
  });
  const columns = useCampaignColumns();
  const options = CAMPAIGN_STATES.map((each) => ({
    value: each,
    label: t(`campaigns.state_${each}`),
  }));
  return (
    <Page>
      <PageHeader
        title={t('campaigns.title')}
        subtitle={t('campaigns.subtitle')}
        count={campaigns.data?.totalCount ?? null}
        actions={<NewLink />}
      />
      <FilterBar
        filters={url}
        fields={[{ kind: 'choice', key: 'state', label: t('campaigns.state'), options }]}
        searchKey="search"
        searchLabel={t('campaigns.search')}
      />
      {campaigns.isError && campaigns.data === undefined ? (
        <LoadProblem error={campaigns.error} onRetry={() => void campaigns.refetch()} />
      ) : (
        <DataTable<Campaign>
          name="campaigns"
          label={t('campaigns.title')}
          columns={columns}
          rows={campaigns.data?.data}
          rowId={(campaign) => campaign._id}
          rowLabel={(campaign) => campaign.name}
          rowHref={(campaign) => campaignPath(campaign._id)}
          totalCount={campaigns.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          isFetching={campaigns.isPlaceholderData}
          renderCard={(campaign) => <CampaignCard campaign={campaign} />}
          empty={url.isFiltered ? t('common.searchAgain') : <NoCampaigns />}
        />
      )}
    </Page>
  );
}

function NoCampaigns() {
  const t = useText();
  return (
    <EmptyState
      title={t('campaigns.emptyTitle')}
      body={t('campaigns.emptyBody')}
      action={<NewLink />}
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
