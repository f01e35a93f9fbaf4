import { useMemo } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { PROMISE_VIEWS, promiseCalls } from '../../../contract/promise.ts';
import type { PaymentPromise, PromiseView } from '../../../contract/promise.ts';
import type { Role } from '../../../contract/roles.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import type { CallResult } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PromiseCard, promiseColumns } from './promise-columns.tsx';
import classes from './promises.module.css';
import { useAssignees, useLenders } from '../../data/choices.ts';

const FILTERS = {
  clientName: 'text',
  collectorId: 'text',
  from: 'day',
  to: 'day',
  search: 'text',
} as const;
const VIEW = { view: 'text' } as const;
const PAGE_SIZE = 25;
/** Payments and days change promises without anybody here doing anything. */
const FRESH_MS = 30_000;

/** Where a promise leads each role; a lender's admin finds the loan in its list. */
const PATHS: Readonly<Partial<Record<Role, (promise: PaymentPromise) => string>>> = {
  ADMIN: ({ loanId }) => `/view-loan?loanId=${loanId}`,
  MANAGER: ({ loanId }) => `/view-loan?loanId=${loanId}`,
  COLLECTOR: ({ loanId }) => `/call-management?loanId=${loanId}`,
  CLIENT_ADMIN: ({ Loan_ID }) => `/loans?search=${encodeURIComponent(Loan_ID)}`,
};

/** `/promises`: what borrowers promised to pay, what is due now, what was broken and what was kept. */
export function PromisesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const tab = useUrlFilters(VIEW);
  const view = PROMISE_VIEWS.find((each) => each === tab.values.view) ?? 'open';
  const { from, to, ...texts } = url.values;
  const promises = useCallQuery(
    promiseCalls.listPromises,
    {
      query: {
        ...texts,
        collectorId: texts.collectorId === '' ? undefined : texts.collectorId,
        ...(from !== null && { from }),
        ...(to !== null && { to }),
        view,
        page: url.page,
        pageSize: PAGE_SIZE,
      },
    },
    { keepsPrevious: true, staleTime: FRESH_MS },
  );
  const sums = promises.data?.sums;
  const tabs = PROMISE_VIEWS.map((each) => {
    const content = each === view && (
      <PromiseList user={user} view={view} url={url} promises={promises} />
    );
    const label = t(`promises.view.${each}`);
    if (sums === undefined) return { value: each, label, content };
    return { value: each, label, content, count: sums[each].count };
  });
  return (
    <Page>
      <PageHeader title={t('promises.title')} subtitle={t('promises.subtitle')} />
      <ViewTabs
        label={t('promises.title')}
        value={view}
        onChange={(next) => tab.change({ view: next })}
        tabs={tabs}
      />
    </Page>
  );
}

function useFields(): FilterField[] {
  const t = useText();
  const lenders = useLenders();
  const collectors = useAssignees('COLLECTOR').data ?? [];
  const fields: FilterField[] = [
    { kind: 'dayRange', fromKey: 'from', toKey: 'to', label: t('promises.dueOn') },
  ];
  if (lenders.length > 1)
    fields.unshift({
      kind: 'choice',
      key: 'clientName',
      label: t('promises.client'),
      options: lenders.map((name) => ({ value: name, label: name })),
    });
  if (collectors.length > 0)
    fields.unshift({
      kind: 'choice',
      key: 'collectorId',
      label: t('promises.collector'),
      options: collectors.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
    });
  return fields;
}

function PromiseList({
  user,
  view,
  url,
  promises,
}: {
  user: LoggedInUser;
  view: PromiseView;
  url: ReturnType<typeof useUrlFilters<typeof FILTERS>>;
  promises: CallResult<typeof promiseCalls.listPromises>;
}) {
  const t = useText();
  const fields = useFields();
  const columns = useMemo(() => promiseColumns(t), [t]);
  const path = PATHS[user.role];
  if (promises.isError && promises.data === undefined)
    return <LoadProblem error={promises.error} onRetry={() => void promises.refetch()} />;
  const sum = promises.data?.sums[view];
  return (
    <div className={classes.part}>
      <FilterBar
        filters={url}
        searchKey="search"
        searchLabel={t('promises.search')}
        fields={fields}
      />
      <output className={classes.sum}>
        {sum !== undefined &&
          t('promises.sum', {
            count: sum.count,
            shown: formatCount(sum.count),
            amount: formatRupees(sum.amount),
          })}
      </output>
      <DataTable<PaymentPromise>
        name="promises"
        label={t('promises.title')}
        columns={columns}
        rows={promises.data?.data}
        rowId={(promise) => promise._id}
        rowLabel={(promise) => `${promise.Customer_Name}, ${promise.Loan_ID}`}
        {...(path !== undefined && { rowHref: path })}
        totalCount={promises.data?.totalCount ?? 0}
        page={url.page}
        onPage={url.setPage}
        pageSize={PAGE_SIZE}
        isFetching={promises.isPlaceholderData}
        renderCard={(promise) => <PromiseCard promise={promise} />}
        empty={t(`promises.empty.${view}`)}
      />
    </div>
  );
}
