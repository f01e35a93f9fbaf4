import { RECEIPT_EXCESSES, RECEIPT_STATES, receiptCalls } from '../../../contract/receipt.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useAgentField } from './receipt-filters.ts';
import { useReceipts } from './receipt-queries.ts';
import { ReceiptTable } from './receipt-table.tsx';
import classes from './receipts.module.css';

const FILTERS = {
  search: 'text',
  agentId: 'text',
  state: 'text',
  problems: 'text',
  asked: 'text',
  excess: 'text',
  gte: 'day',
  lte: 'day',
} as const;

/** Every receipt with where its money is; the four figures always add up. */
export function ReceiptList({ seesMany }: { seesMany: boolean }) {
  const t = useText();
  const url = useListState(receiptCalls.listReceipts.query, FILTERS);
  const receipts = useReceipts(url.asked);
  const totals = receipts.data?.totals;
  const agents = useAgentField(seesMany);
  return (
    <div className={classes.part}>
      <StatTiles>
        <StatTile label={t('receipts.collected')} value={formatRupees(totals?.collected)} />
        <StatTile label={t('receipts.deposited')} value={formatRupees(totals?.deposited)} />
        <StatTile label={t('receipts.inHand')} value={formatRupees(totals?.inHand)} />
        <StatTile label={t('money.state.CANCELLED')} value={formatRupees(totals?.cancelled)} />
      </StatTiles>
      <ReceiptTable
        name="receipts"
        receipts={receipts}
        seesMany={seesMany}
        state={url}
        search={t('receipts.search')}
        fields={[
          choiceField(
            'state',
            t('words.status'),
            choices(RECEIPT_STATES, (state) => t(`receipts.state.${state}`)),
          ),
          { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('receipts.collectedOn') },
          ...agents,
          choiceField('problems', t('receipts.numberProblems'), [
            { value: '1', label: t('receipts.onlyProblems') },
          ]),
          choiceField('asked', t('receipts.cancellations'), [
            { value: '1', label: t('receipts.onlyAsked') },
          ]),
          choiceField(
            'excess',
            t('receipts.excessTitle'),
            choices(RECEIPT_EXCESSES, (which) => t(`receipts.excess.${which}`)),
          ),
        ]}
        empty={t('receipts.emptyAll')}
      />
    </div>
  );
}
