import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { ContactBreach } from '../../../contract/contact-record.ts';
import { GATE_REASONS } from '../../../contract/contact-rules.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { BreachCard, useBreachColumns } from './breach-columns.tsx';
import { FRESH_MS } from './contact-rules-queries.ts';
import { OpenExceptions } from './open-exceptions.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const FILTERS = {
  search: 'text',
  decision: 'text',
  reason: 'list',
  isReviewed: 'text',
  startDate: 'day',
  endDate: 'day',
} as const;

/** `/contact-breaches` (admin, manager, lender): contacts against a rule, and the exceptions that agents ask for. */
export function ContactBreachesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const breaches = useCallQuery(
    contactGateCalls.listContactBreaches,
    { query: queryOf(url, pageSize) },
    { keepsPrevious: true, staleTime: FRESH_MS },
  );
  const columns = useBreachColumns();
  const [reviewed, setReviewed] = useState<ContactBreach | null>(null);
  const mayDecide = user.role === 'ADMIN' || user.role === 'MANAGER';
  const review = useReviewAction(mayDecide, setReviewed);
  return (
    <Page>
      <PageHeader
        title={t('contactRules.breaches')}
        count={breaches.data?.totalCount ?? null}
        subtitle={t('contactRules.breachesSubtitle')}
      />
      {mayDecide && <OpenExceptions />}
      <FilterBar
        filters={url}
        fields={useFilterFields()}
        searchKey="search"
        searchLabel={t('contactRules.breachSearch')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {breaches.isError && breaches.data === undefined ? (
        <LoadProblem error={breaches.error} onRetry={() => void breaches.refetch()} />
      ) : (
        <DataTable<ContactBreach>
          name="contact-breaches"
          label={t('contactRules.breaches')}
          columns={columns}
          rows={breaches.data?.data}
          rowId={(breach) => breach._id}
          rowLabel={(breach) => breach.Customer_Name}
          totalCount={breaches.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={pageSize}
          isFetching={breaches.isPlaceholderData}
          renderCard={(breach) => <BreachCard breach={breach} />}
          rowActions={review}
          empty={url.isFiltered ? t('common.searchAgain') : <NoBreaches />}
        />
      )}
      {reviewed !== null && <ReviewDialog breach={reviewed} onClose={() => setReviewed(null)} />}
    </Page>
  );
}

/** The button of a breach that nobody has looked at. */
function useReviewAction(mayDecide: boolean, onReview: (breach: ContactBreach) => void) {
  const t = useText();
  return (breach: ContactBreach) => {
    if (!mayDecide || breach.reviewedAt !== null) return null;
    return (
      <Button variant="default" onClick={() => onReview(breach)}>
        {t('contactRules.review')}
      </Button>
    );
  };
}

function NoBreaches() {
  const t = useText();
  return (
    <EmptyState title={t('contactRules.noBreaches')} body={t('contactRules.noBreachesBody')} />
  );
}

function useFilterFields() {
  const t = useText();
  return [
    {
      kind: 'choice' as const,
      key: 'decision',
      label: t('contactRules.decision'),
      options: (['BREACH', 'OVERRIDDEN'] as const).map((value) => ({
        value,
        label: t(`contactRules.${value}`),
      })),
    },
    {
      kind: 'multi' as const,
      key: 'reason',
      label: t('contactRules.rule'),
      options: GATE_REASONS.map((value) => ({ value, label: t(`gate.${value}`) })),
    },
    {
      kind: 'choice' as const,
      key: 'isReviewed',
      label: t('contactRules.reviewed'),
      options: [
        { value: 'false', label: t('contactRules.notReviewed') },
        { value: 'true', label: t('contactRules.reviewed') },
      ],
    },
    {
      kind: 'dayRange' as const,
      fromKey: 'startDate',
      toKey: 'endDate',
      label: t('contactRules.when'),
    },
  ];
}

const [YES, NO] = ['true', 'false'] as const;

function queryOf(url: ReturnType<typeof useUrlFilters<typeof FILTERS>>, pageSize: number) {
  const { search, decision, reason, isReviewed, startDate, endDate } = url.values;
  return {
    page: url.page,
    pageSize,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(decision !== '' && { decision }),
    ...(reason.length > 0 && { reason: [...reason] }),
    ...(isReviewed !== '' && { isReviewed: isReviewed === 'true' ? YES : NO }),
    ...(startDate !== null && { startDate }),
    ...(endDate !== null && { endDate }),
  };
}
