import { RECEIPT_STATES } from '../../../contract/receipt.ts';
import type { ReceiptState } from '../../../contract/receipt.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useAgentField } from './receipt-filters.ts';
import { useReceipts } from './receipt-queries.ts';
import type { ReceiptsQuery } from './receipt-queries.ts';
import { ReceiptTable } from './receipt-table.tsx';
import classes from './receipts.module.css';

const FILTERS = {
  search: 'text',
  agentId: 'text',
  state: 'text',
  problems: 'text',
  gte: 'day',
  lte: 'day',
} as const;
const PAGE_SIZE = 10;

/** Every receipt with where its money is; the four figures always add up. */
export function ReceiptList({ isManager }: { isManager: boolean }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const receipts = useReceipts({ ...queryOf(url.values), page: url.page, pageSize: PAGE_SIZE });
  const totals = receipts.data?.totals;
  const agents = useAgentField(isManager);
  return (
    <div className={classes.part}>
      <StatTiles>
        <StatTile label={t('receipts.collected')} value={formatRupees(totals?.collected)} />
        <StatTile label={t('receipts.deposited')} value={formatRupees(totals?.deposited)} />
        <StatTile label={t('receipts.inHand')} value={formatRupees(totals?.inHand)} />
        <StatTile label={t('receipts.cancelledSum')} value={formatRupees(totals?.cancelled)} />
      </StatTiles>
      <FilterBar
        filters={url}
        fields={[
          {
            kind: 'choice',
            key: 'state',
            label: t('receipts.stateTitle'),
            options: RECEIPT_STATES.map((state) => ({
              value: state,
              label: t(`receipts.state.${state}`),
            })),
          },
          { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('receipts.collectedOn') },
          ...agents,
          {
            kind: 'choice',
            key: 'problems',
            label: t('receipts.numberProblems'),
            options: [{ value: '1', label: t('receipts.onlyProblems') }],
          },
        ]}
        searchKey="search"
        searchLabel={t('receipts.search')}
      />
      <ReceiptTable
        name="receipts"
        receipts={receipts}
        isManager={isManager}
        page={url.page}
        pageSize={PAGE_SIZE}
        onPage={url.setPage}
        empty={t('receipts.emptyAll')}
      />
    </div>
  );
}

/** What the address says, as the call takes it; a state that there is none of is left out. */
function queryOf(values: {
  search: string;
  agentId: string;
  state: string;
  problems: string;
  gte: string | null;
  lte: string | null;
}): ReceiptsQuery {
  const state = RECEIPT_STATES.find((each): each is ReceiptState => each === values.state);
  return {
    ...(values.search !== '' && { search: values.search }),
    ...(values.agentId !== '' && { agentId: values.agentId }),
    ...(state !== undefined && { state }),
    ...(values.problems === '1' && { problems: '1' as const }),
    ...(values.gte !== null && { gte: values.gte }),
    ...(values.lte !== null && { lte: values.lte }),
  };
}
