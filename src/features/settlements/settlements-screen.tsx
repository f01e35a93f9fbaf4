import { useMemo } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { CLIENT_SIDE } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { levelOf } from '../../../contract/settlement-authority.ts';
import { SETTLEMENT_VIEWS, settlementCalls } from '../../../contract/settlement-calls.ts';
import type { SettlementView } from '../../../contract/settlement-calls.ts';
import type { Settlement } from '../../../contract/settlement.ts';
import { AsOf } from '../../components/as-of.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import type { ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { settlementPath } from '../../components/settlement-path.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs, comingCount } from '../../components/view-tabs.tsx';
import { useLoanValues } from '../../data/choices.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useKeepAhead, useKeptCallQuery } from '../../data/kept-query.ts';
import type { KeptResult } from '../../data/kept-query.ts';
import { useChoosing } from './use-choosing.tsx';
import { settlementColumns } from './settlement-columns.tsx';

const FILTERS = {
  clientName: 'text',
  product: 'text',
  minWaiver: 'text',
  minAge: 'text',
  gte: 'day',
  lte: 'day',
  search: 'text',
} as const;
const VIEW = { view: 'text' } as const;

/** The lender's people decide on a tablet, wherever they are. */
const KEEPS_AHEAD: ReadonlySet<Role> = new Set(['CUSTOMER', 'CLIENT_ADMIN']);

/** Payments and other people change settlements without anybody here doing anything. */
const FRESH_MS = 30_000;

const CALLS = {
  MANAGER: settlementCalls.listManagerSettlements,
  COLLECTOR: settlementCalls.listCollectorSettlements,
  FIELD_AGENT: settlementCalls.listCollectorSettlements,
  CLIENT_ADMIN: settlementCalls.listClientAdminSettlements,
  CUSTOMER: settlementCalls.listClientSettlements,
  CLIENT: settlementCalls.listClientSettlements,
} as const satisfies Partial<Record<Role, unknown>>;

type ListCall = typeof settlementCalls.listAdminSettlements;

/** Each role asks its own list (spec 7.8); they differ by address alone. */
const callOf = (role: Role): ListCall =>
  ((CALLS as Partial<Record<Role, unknown>>)[role] ??
    settlementCalls.listAdminSettlements) as ListCall;

/**
 * `/settlement`, `/settalement-loans`, `/client-settalement-loans`: settlements that the reader sees, what waits for it
 * first.
 */
export function SettlementsScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(settlementCalls.listAdminSettlements.query, FILTERS, {
    isSizeChosen: true,
  });
  const tab = useUrlFilters(VIEW);
  // Who decides nothing begins with what is open.
  const first = levelOf(user.role) === null ? 'open' : 'mine';
  const view = SETTLEMENT_VIEWS.find((each) => each === tab.values.view) ?? first;
  const settlements = useKeptCallQuery(
    callOf(user.role),
    { query: { ...url.asked, view } },
    { keepsPrevious: true, staleTime: FRESH_MS },
  );
  const sums = settlements.data?.sums;
  // What waits for the reader is wanted where there is no network, too.
  useKeepAhead(
    settlementCalls.readSettlement,
    KEEPS_AHEAD.has(user.role) && view === 'mine'
      ? (settlements.data?.data ?? []).map(({ _id }) => ({ params: { id: _id } }))
      : [],
  );
  const tabs = SETTLEMENT_VIEWS.map((each) => {
    const content = each === view && (
      <SettlementList user={user} view={view} url={url} settlements={settlements} />
    );
    const count = comingCount(settlements, sums?.[each].count);
    return { value: each, label: t(`settlements.view.${each}`), content, count };
  });
  return (
    <Page>
      <PageHeader title={t('menu.settlements')} subtitle={t('settlements.subtitle')} />
      <AsOf at={settlements.asOf} error={settlements.error} />
      <ViewTabs
        label={t('menu.settlements')}
        value={view}
        onChange={(next) => tab.change({ view: next })}
        tabs={tabs}
      />
    </Page>
  );
}

function useFields(): FilterField[] {
  const t = useText();
  const values = useLoanValues().data;
  const waivers = [10, 20, 30, 50].map((percent) => ({
    value: String(percent),
    label: t('settlements.percentFrom', { percent }),
  }));
  const ages = [1, 3, 7, 14].map((count) => ({
    value: String(count),
    label: t('settlements.days', { count }),
  }));
  const fields: FilterField[] = [
    choiceField('minWaiver', t('settlements.minWaiver'), waivers),
    choiceField('minAge', t('settlements.minAge'), ages),
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('settlements.proposed') },
  ];
  const offered = [
    ['product', t('words.product'), values?.products],
    ['clientName', t('words.client'), values?.clients],
  ] as const;
  for (const [key, label, options] of offered)
    // Until they are known their place is kept.
    if (options === undefined || options.length > 1)
      fields.unshift(choiceField(key, label, choices(options ?? [])));
  return fields;
}

/** Columns that say nothing here: the lender's people have one lender, and what waits for a decision is not being paid. */
function leftOut(role: Role, view: SettlementView): ReadonlySet<string> {
  const isUndecided = view === 'client' || (view === 'mine' && levelOf(role) !== null);
  return new Set([
    ...((CLIENT_SIDE as readonly Role[]).includes(role) ? ['client'] : []),
    ...(isUndecided ? ['next', 'paid'] : []),
  ]);
}

interface ListProps {
  user: LoggedInUser;
  view: SettlementView;
  url: ListState;
  settlements: KeptResult<ListCall>;
}

function SettlementList({ user, view, url, settlements }: ListProps) {
  const t = useText();
  const columns = useMemo(() => {
    const left = leftOut(user.role, view);
    return settlementColumns<Settlement>(t).filter(({ key }) => !left.has(key));
  }, [t, user.role, view]);
  const hasPage = settlementPath(user.role, '') !== null;
  const sum = settlements.data?.sums[view];
  const { choosing, dialog } = useChoosing(
    user.role,
    view === 'mine',
    settlements.data?.data ?? [],
  );
  return (
    <>
      {dialog}
      <List<Settlement>
        name="settlements"
        label={t('menu.settlements')}
        list={settlements}
        state={url}
        search={t('words.mobileSearch')}
        fields={useFields()}
        columns={columns}
        rowLabel={(one) => `${one.Customer_Name}, ${one.Loan_ID}`}
        {...(hasPage && { rowHref: (one: Settlement) => settlementPath(user.role, one._id) ?? '' })}
        {...choosing}
        empty={t(`settlements.empty.${view}`)}
        emptyFiltered={t('common.searchAgain')}
      >
        <output className="rc-sum">
          {sum !== undefined &&
            sum.count > 0 &&
            t('settlements.sum', {
              count: sum.count,
              shown: formatCount(sum.count),
              amount: formatRupees(sum.amount),
            })}
        </output>
      </List>
    </>
  );
}
