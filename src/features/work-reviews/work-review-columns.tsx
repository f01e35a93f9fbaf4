import type { WorkReview } from '../../../contract/work-review.ts';
import { instantColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { viewLoanPath } from '../../components/loan-link.ts';
import { PositionText } from '../../components/position-text.tsx';
import { SeenPictures } from '../../components/visit-marks.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './work-reviews.module.css';

/** Between which times the work was saved for certain. */
function ProvenTimes({ review }: { review: WorkReview }) {
  const t = useText();
  const { provenFrom, provenTo, provenAt } = review;
  const to = formatDayTime(provenTo);
  return (
    <span className={classes.lines}>
      <span>{formatDayTime(provenAt)}</span>
      <span className={classes.small}>
        {provenFrom === null
          ? t('workReviews.before', { to })
          : t('workReviews.between', { from: formatDayTime(provenFrom), to })}
      </span>
    </span>
  );
}

function Saying({ review }: { review: WorkReview }) {
  const t = useText();
  const { position, claimedAt, earlierVisits } = review;
  return (
    <span className={classes.lines}>
      <span>{review.outcome ?? t(`outbox.what.${review.call}`)}</span>
      {review.remarks !== null && <span className={classes.small}>{review.remarks}</span>}
      {position !== null && <PositionText position={position} at={claimedAt} />}
      <SeenPictures earlier={earlierVisits} loanHref={viewLoanPath} />
    </span>
  );
}

/** The columns of the list of work that waits for a decision. */
export function useReviewColumns(): DataColumn<WorkReview>[] {
  const t = useText();
  return [
    textColumn('agent', t('words.agent'), (row) => row.agentName, {
      card: 'title',
      isFixed: true,
    }),
    {
      key: 'loan',
      title: t('words.loan'),
      card: 'line',
      render: (row) => (
        <span className={classes.lines}>
          <span>{row.Customer_Name}</span>
          <span className={classes.small}>{row.Loan_ID}</span>
        </span>
      ),
    },
    {
      key: 'said',
      title: t('words.work'),
      render: (row) => <Saying review={row} />,
      file: [
        { of: ({ call }) => call, words: (code) => t(`outbox.what.${code as WorkReview['call']}`) },
        { of: ({ outcome }) => outcome, title: t('words.outcome') },
        { of: ({ remarks }) => remarks, title: t('words.remarks') },
      ],
    },
    moneyColumn('collected', t('money.collected'), (row) => row.amountCollected),
    {
      key: 'doubt',
      title: t('words.reason'),
      card: 'line',
      render: (row) => <StatusChip tone="warn" label={t(`workReviews.doubt.${row.doubt}`)} />,
    },
    instantColumn('claimed', t('workReviews.claimed'), (row) => row.claimedAt),
    {
      key: 'proven',
      title: t('workReviews.proven'),
      render: (row) => <ProvenTimes review={row} />,
      file: [
        { of: ({ provenAt }) => provenAt },
        { of: ({ provenFrom }) => provenFrom, title: t('workReviews.provenFrom') },
        { of: ({ provenTo }) => provenTo, title: t('workReviews.provenTo') },
      ],
    },
    instantColumn('received', t('workReviews.received'), (row) => row.receivedAt),
  ];
}
