import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Partner } from '../../../contract/partner.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { sortText } from '../../components/given-filters.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PartnerActions } from './partner-actions.tsx';
import { PartnerCard, usePartnerColumns } from './partner-columns.tsx';
import type { PartnerQuery } from './partner-queries.ts';

const FILTERS = { search: 'text', status: 'text' } as const;

/** `/partner-list` (admin): the firms that bring managers, agents and lenders, with what they brought. */
export function PartnerListScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const partners = useCallQuery(
    partnerCalls.listPartners,
    { query: queryOf(url, pageSize) },
    { keepsPrevious: true },
  );
  const columns = usePartnerColumns();
  return (
    <Page>
      <PageHeader
        title={t('partners.title')}
        count={partners.data?.totalCount ?? null}
        actions={<AddLink />}
      />
      <FilterBar
        filters={url}
        fields={[
          {
            kind: 'choice',
            key: 'status',
            label: t('partners.status'),
            options: [
              { value: 'active', label: t('partners.active') },
              { value: 'disabled', label: t('partners.disabled') },
            ],
          },
        ]}
        searchKey="search"
        searchLabel={t('partners.search')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {partners.isError && partners.data === undefined ? (
        <LoadProblem error={partners.error} onRetry={() => void partners.refetch()} />
      ) : (
        <DataTable<Partner>
          name="partners"
          label={t('partners.title')}
          columns={columns}
          rows={partners.data?.data}
          rowId={(partner) => partner._id}
          rowLabel={(partner) => partner.firmName}
          rowHref={(partner) => `/partner/edit?id=${partner._id}`}
          totalCount={partners.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={pageSize}
          isFetching={partners.isPlaceholderData}
          sort={url.sort}
          onSort={url.setSort}
          renderCard={(partner) => <PartnerCard partner={partner} />}
          rowActions={actionsOf}
          empty={url.isFiltered ? t('common.searchAgain') : <NoPartners />}
        />
      )}
    </Page>
  );
}

const actionsOf = (partner: Partner) => <PartnerActions partner={partner} />;

function queryOf(
  url: ReturnType<typeof useUrlFilters<typeof FILTERS>>,
  pageSize: number,
): PartnerQuery {
  const { search, status } = url.values;
  const sort = sortText(url.sort).sort as PartnerQuery['sort'];
  return {
    page: url.page,
    pageSize,
    ...(search !== '' && { search }),
    ...((status === 'active' || status === 'disabled') && { status }),
    ...(sort !== undefined && { sort }),
  };
}

function AddLink() {
  const t = useText();
  return (
    <Button component={Link} to="/partner/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('partners.add')}
    </Button>
  );
}

function NoPartners() {
  const t = useText();
  return (
    <EmptyState
      title={t('partners.emptyTitle')}
      body={t('partners.emptyBody')}
      action={<AddLink />}
    />
  );
}
