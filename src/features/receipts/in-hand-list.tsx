import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { receiptCalls } from '../../../contract/receipt.ts';
import { NO_SELECTION, selectedCount } from '../../components/data-table-column.ts';
import type { TableSelection } from '../../components/data-table-column.ts';
import { givenFilters } from '../../components/given-filters.ts';
import { useListState } from '../../components/list-state.ts';
import { Notice } from '../../components/notice.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import { useAgentField } from './receipt-filters.ts';
import { useReceipts } from './receipt-queries.ts';
import { ReceiptTable } from './receipt-table.tsx';
import classes from './receipts.module.css';

const FILTERS = { search: 'text', agentId: 'text' } as const;

/** What the reader and its people have: the money that it deposits. */
const HELD = { state: 'IN_HAND', own: '1' } as const;

/** Without a choice, everything that is shown is meant. */
const ALL: TableSelection = { ids: new Set(), isAllMatching: true };

/** Receipts whose money is in hand: choose, then deposit. */
export function InHandList({ seesMany }: { seesMany: boolean }) {
  const t = useText();
  const url = useListState(receiptCalls.listReceipts.query, FILTERS, { isSizeChosen: true });
  const given = { ...givenFilters<typeof FILTERS>(url.values), ...HELD, asked: '0' as const };
  const receipts = useReceipts({ ...url.asked, ...HELD });
  const [selection, setSelection] = useState(NO_SELECTION);
  const [isDepositing, setDepositing] = useState(false);
  const held = useReceipts({ ...url.asked, page: 1, ...HELD, asked: '1' }).data;
  const totals = receipts.data?.totals;
  const total = (receipts.data?.totalCount ?? 0) - (held?.totalCount ?? 0);
  const agents = useAgentField(seesMany);
  return (
    <div className={classes.part}>
      <InHandTotal
        label={t(seesMany ? 'receipts.inHandPeople' : 'receipts.inHand')}
        totals={totals}
      />
      <HeldNotice held={held} seesMany={seesMany} />
      <ReviewNotice inReview={receipts.data?.inReview} seesMany={seesMany} />
      <ReceiptTable
        name="receipts-in-hand"
        receipts={receipts}
        seesMany={seesMany}
        state={url}
        search={t('receipts.search')}
        fields={agents}
        extra={
          total > 0 && (
            <DepositButton
              count={selectedCount(selection, total)}
              onDeposit={() => {
                if (selectedCount(selection, total) === 0) setSelection(ALL);
                setDepositing(true);
              }}
            />
          )
        }
        empty={t('receipts.emptyHand')}
        selection={selection}
        onSelection={setSelection}
      />
      {isDepositing && (
        <DepositDialog
          chosen={{
            ids: [...selection.ids],
            matching: selection.isAllMatching ? given : null,
            amount: amountOf(selection, receipts.data, held?.totals.inHand ?? 0),
          }}
          count={selectedCount(selection, total)}
          onClose={(isDone) => {
            setDepositing(false);
            if (isDone || selection.isAllMatching) setSelection(NO_SELECTION);
          }}
        />
      )}
    </div>
  );
}

/** Money that is not deposited with the rest: cancelling its receipts is asked for. */
function HeldNotice(props: { held: ReturnType<typeof useReceipts>['data']; seesMany: boolean }) {
  const { held, seesMany } = props;
  const t = useText();
  if (held === undefined || held.totalCount === 0) return null;
  const amount = formatRupees(held.totals.inHand);
  return (
    <Notice tone="warn" title={t('receipts.held', { count: held.totalCount, amount })}>
      {t(seesMany ? 'receipts.heldManager' : 'receipts.heldAgent')}
    </Notice>
  );
}

/** Money of visits that are not in the books yet: its agent has it all the same. */
function ReviewNotice(props: {
  inReview: NonNullable<ReturnType<typeof useReceipts>['data']>['inReview'] | undefined;
  seesMany: boolean;
}) {
  const { inReview, seesMany } = props;
  const t = useText();
  if (inReview === undefined || inReview.count === 0) return null;
  const amount = formatRupees(inReview.amount);
  return (
    <Notice
      tone="warn"
      title={t('receipts.inReview', { count: inReview.count, amount })}
      {...(seesMany && {
        action: (
          <Button component={Link} to="/work-reviews" variant="default">
            {t('menu.workReviews')}
          </Button>
        ),
      })}
    >
      {t(seesMany ? 'receipts.inReviewManager' : 'receipts.inReviewAgent')}
    </Notice>
  );
}

/** What is not known, as without a network, is neither nothing nor good. */
function InHandTotal(props: {
  label: string;
  totals: NonNullable<ReturnType<typeof useReceipts>['data']>['totals'] | undefined;
}) {
  const { label, totals } = props;
  const t = useText();
  const known = totals && {
    tone: totals.inHand > 0 ? ('warn' as const) : ('good' as const),
  };
  return (
    <StatTiles>
      <StatTile
        label={label}
        value={formatRupees(totals?.inHand)}
        comparison={totals ? t('receipts.receiptCount', { count: totals.inHandCount }) : '\u00A0'}
        {...known}
      />
    </StatTiles>
  );
}

function DepositButton({ count, onDeposit }: { count: number; onDeposit: () => void }) {
  const t = useText();
  return (
    <Button leftSection={<IconBuildingBank size={16} aria-hidden />} onClick={onDeposit}>
      {count === 0 ? t('receipts.depositAll') : t('receipts.depositChosen', { count })}
    </Button>
  );
}

/** The sum of what is chosen; null when some of it is on another page. */
function amountOf(
  { ids, isAllMatching }: TableSelection,
  page: ReturnType<typeof useReceipts>['data'],
  held: number,
): number | null {
  if (page === undefined) return null;
  if (isAllMatching) return page.totals.inHand - held;
  const chosen = page.data.filter(({ _id }) => ids.has(_id));
  if (chosen.length < ids.size) return null;
  return chosen.reduce((sum, { amount }) => sum + amount, 0);
}
