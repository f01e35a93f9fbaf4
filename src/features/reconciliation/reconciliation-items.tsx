import { Drawer } from '@mantine/core';
import { RECONCILIATION_KINDS, reconciliationCalls } from '../../../contract/reconciliation.ts';
import type { ReconciliationItem } from '../../../contract/reconciliation.ts';
import { useBackCloses } from '../../components/back-closes.ts';
import { dayColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { usePhone } from '../../components/use-phone.ts';
import type { FilterValues, UrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { shownReceiptNumber } from '../../lib/receipt-number.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ReconciliationDifferences } from './reconciliation-differences.tsx';
import { differenceQueryOf, itemsQueryOf } from './reconciliation-filters.ts';
import type { FILTERS, VIEW } from './reconciliation-filters.ts';
import type { ItemsQuery } from './reconciliation-queries.ts';
import classes from './reconciliation.module.css';

/** What is behind the figure that the address names, beside the lines. */
export function ReconciliationItems(props: {
  filters: FilterValues<typeof FILTERS>;
  view: UrlFilters<typeof VIEW>;
}) {
  const { filters, view } = props;
  const t = useText();
  const isPhone = usePhone();
  const query = itemsQueryOf(filters, view.values);
  const difference = differenceQueryOf(filters, view.values);
  const kind =
    difference === null
      ? RECONCILIATION_KINDS.find((each) => each === view.values.kind)
      : 'difference';
  const what = kind === undefined ? '' : t(`reconciliation.${kind}`);
  const isOpen = query !== null || difference !== null;
  const close = () => view.change({ kind: null, day: null, of: null, client: null });
  useBackCloses(isOpen, close, true);
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="right"
      size={isPhone ? '100%' : 720}
      title={t('reconciliation.items', { what })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 140 }}
      classNames={{ title: 'rc-title' }}
    >
      {query !== null && <Items key={JSON.stringify(query)} query={query} />}
      {difference !== null && (
        <ReconciliationDifferences key={JSON.stringify(difference)} query={difference} />
      )}
    </Drawer>
  );
}

function Items({ query }: { query: ItemsQuery }) {
  const t = useText();
  const state = useOwnPage();
  const items = useCallQuery(
    reconciliationCalls.listReconciliationItems,
    { query: { ...query, page: state.page, pageSize: state.pageSize } },
    { keepsPrevious: true },
  );
  const columns = useItemColumns();
  const { data } = items;
  return (
    <>
      <p className={classes.sum}>
        {data !== undefined &&
          t('reconciliation.itemSum', {
            amount: formatRupees(data.amount),
            count: data.totalCount,
            n: formatCount(data.totalCount),
          })}
      </p>
      <List<ReconciliationItem>
        name="reconciliation-items"
        label={t('menu.reconciliation')}
        columns={columns}
        list={items}
        state={state}
        rowLabel={(item) => `${item.Customer_Name}, ${item.Loan_ID}`}
        hasColumnChooser={false}
        empty={t('reconciliation.itemEmpty')}
      />
    </>
  );
}

/** A receipt's number in its six digits, or the payment's reference as it came. */
function useReference(): (item: ReconciliationItem) => string {
  const t = useText();
  return ({ reference, kind }) => {
    if (reference === null) return t('reconciliation.noReference');
    return kind === 'bankPaid' ? reference : shownReceiptNumber(Number(reference));
  };
}

function useItemColumns(): DataColumn<ReconciliationItem>[] {
  const t = useText();
  const referenceOf = useReference();
  return [
    dayColumn('day', t('words.day'), (item) => item.day),
    {
      key: 'borrower',
      title: t('words.borrower'),
      isFixed: true,
      render: (item) => (
        <TwoLines first={item.Customer_Name} second={`${item.Loan_ID} · ${item.Client_Name}`} />
      ),
    },
    textColumn(
      'agent',
      t('reconciliation.key.agent'),
      (item) => item.Agent_Name ?? t('money.nobodyCredited'),
    ),
    {
      key: 'reference',
      title: t('reconciliation.itemReference'),
      card: 'line',
      render: (item) => (
        <TwoLines
          first={referenceOf(item)}
          second={[t(`reconciliation.${item.kind}`), item.note].filter(Boolean).join(' · ')}
        />
      ),
    },
    moneyColumn('amount', t('words.amount'), (item) => item.amount, { card: 'aside' }),
  ];
}
