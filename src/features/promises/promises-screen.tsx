import { useMemo } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { PROMISE_VIEWS, promiseCalls } from '../../../contract/promise.ts';
import type { PaymentPromise, PromiseView } from '../../../contract/promise.ts';
import type { Role } from '../../../contract/roles.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, peopleChoices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import type { ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs, comingCount } from '../../components/view-tabs.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import type { CallResult } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { promiseColumns } from './promise-columns.tsx';
import { useAssignees, useLenders } from '../../data/choices.ts';

const FILTERS = {
  clientName: 'text',
  collectorId: 'text',
  from: 'day',
  to: 'day',
  search: 'text',
} as const;
const VIEW = { view: 'text' } as const;
/** Payments and days change promises without anybody here doing anything. */
const FRESH_MS = 30_000;

/** Where a promise leads each role; partners and lenders' admins find the loan in their list. */
const PATHS: Readonly<Partial<Record<Role, (promise: PaymentPromise) => string>>> = {
  ADMIN: ({ loanId }) => `/view-loan?loanId=${loanId}`,
  MANAGER: ({ loanId }) => `/view-loan?loanId=${loanId}`,
  COLLECTOR: ({ loanId }) => `/call-management?loanId=${loanId}`,
  PARTNER: ({ Loan_ID }) => `/partner-loans?search=${encodeURIComponent(Loan_ID)}`,
  CLIENT_ADMIN: ({ Loan_ID }) => `/loans?search=${encodeURIComponent(Loan_ID)}`,
};

/** `/promises`: what borrowers promised to pay, what is due now, what was broken and what was kept. */
export function PromisesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(promiseCalls.listPromises.query, FILTERS, { isSizeChosen: true });
  const tab = useUrlFilters(VIEW);
  const view = PROMISE_VIEWS.find((each) => each === tab.values.view) ?? 'open';
  const promises = useCallQuery(
    promiseCalls.listPromises,
    { query: { ...url.asked, view } },
    { keepsPrevious: true, staleTime: FRESH_MS },
  );
  const sums = promises.data?.sums;
  const tabs = PROMISE_VIEWS.map((each) => {
    const content = each === view && (
      <PromiseList user={user} view={view} url={url} promises={promises} />
    );
    const count = comingCount(promises, sums?.[each].count);
    return { value: each, label: t(`promises.view.${each}`), content, count };
  });
  return (
    <Page>
      <PageHeader title={t('menu.promises')} subtitle={t('promises.subtitle')} />
      <ViewTabs
        label={t('menu.promises')}
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
    fields.unshift(choiceField('clientName', t('words.client'), choices(lenders)));
  if (collectors.length > 0)
    fields.unshift(choiceField('collectorId', t('words.collector'), peopleChoices(collectors)));
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
  url: ListState;
  promises: CallResult<typeof promiseCalls.listPromises>;
}) {
  const t = useText();
  const columns = useMemo(() => promiseColumns(t), [t]);
  const path = PATHS[user.role];
  const sum = promises.data?.sums[view];
  return (
    <List<PaymentPromise>
      name="promises"
      label={t('menu.promises')}
      list={promises}
      state={url}
      search={t('words.mobileSearch')}
      fields={useFields()}
      columns={columns}
      rowLabel={(promise) => `${promise.Customer_Name}, ${promise.Loan_ID}`}
      {...(path !== undefined && { rowHref: path })}
      empty={t(`promises.empty.${view}`)}
    >
      <output className="rc-sum">
        {sum !== undefined &&
          t('promises.sum', {
            count: sum.count,
            shown: formatCount(sum.count),
            amount: formatRupees(sum.amount),
          })}
      </output>
    </List>
  );
}
