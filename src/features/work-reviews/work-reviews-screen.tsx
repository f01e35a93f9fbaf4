import { Button } from '@mantine/core';
import { useState } from 'react';
import { WORK_DOUBTS, workReviewCalls } from '../../../contract/work-review.ts';
import type { WorkReview } from '../../../contract/work-review.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useReviewColumns } from './work-review-columns.tsx';

const FILTERS = { search: 'text', doubt: 'text' } as const;
const changes = ['work-reviews', 'dispositions', 'loans', 'receipts', 'promises'] as const;

/** `/work-reviews`: agents' work whose time or right cannot be proved, taken into the books or refused (manager, admin). */
export function WorkReviewsScreen() {
  const t = useText();
  const url = useListState(workReviewCalls.listWorkReviews.query, FILTERS);
  const reviews = useCallQuery(
    workReviewCalls.listWorkReviews,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const columns = useReviewColumns();
  const [refusing, setRefusing] = useState<WorkReview | null>(null);
  return (
    <ListPage<WorkReview>
      name="work-reviews"
      title={t('menu.workReviews')}
      subtitle={t('workReviews.subtitle')}
      isCounted
      columns={columns}
      list={reviews}
      state={url}
      search={t('workReviews.search')}
      fields={[
        choiceField(
          'doubt',
          t('words.reason'),
          choices(WORK_DOUBTS, (doubt) => t(`workReviews.doubt.${doubt}`)),
        ),
      ]}
      rowLabel={(row) => `${row.agentName}, ${row.Loan_ID}`}
      rowActions={actionsWith(setRefusing)}
      empty={<EmptyState title={t('workReviews.empty')} body={t('workReviews.emptyBody')} />}
      emptyFiltered={t('workReviews.emptyFiltered')}
    >
      {refusing !== null && <RefuseDialog review={refusing} onClose={() => setRefusing(null)} />}
    </ListPage>
  );
}

function actionsWith(onRefuse: (review: WorkReview) => void) {
  return (review: WorkReview) => <ReviewActions review={review} onRefuse={onRefuse} />;
}

function ReviewActions(props: { review: WorkReview; onRefuse: (review: WorkReview) => void }) {
  const { review, onRefuse } = props;
  const t = useText();
  const confirm = useConfirm();
  const accept = useBodyCommand(workReviewCalls.acceptWorkReview, { changes });
  const ask = async () => {
    const facts = { name: review.agentName, when: formatDayTime(review.provenAt) };
    const isSure = await confirm({
      title: t('workReviews.acceptTitle'),
      body: t('workReviews.acceptBody', facts),
      confirmLabel: t('workReviews.accept'),
    });
    if (isSure)
      whenDone(accept.mutateAsync({ _id: review._id }), () =>
        showSuccess(t('workReviews.accepted')),
      );
  };
  return (
    <span className="rc-line-8">
      <Button variant="light" loading={accept.isPending} onClick={() => void ask()}>
        {t('workReviews.accept')}
      </Button>
      <Button variant="subtle" color="red" onClick={() => onRefuse(review)}>
        {t('workReviews.refuse')}
      </Button>
    </span>
  );
}

function RefuseDialog({ review, onClose }: { review: WorkReview; onClose: () => void }) {
  const t = useText();
  const refuse = useBodyCommand(workReviewCalls.refuseWorkReview, { changes });
  return (
    <ReasonDialog
      name="workReviews.refuseTitle"
      about={review._id}
      title={t('workReviews.refuseTitle')}
      body={t('workReviews.refuseBody', { name: review.agentName })}
      label={t('workReviews.reason')}
      action={t('workReviews.refuse')}
      cancelLabel={t('common.back')}
      most={500}
      save={(reason) => refuse.mutateAsync({ _id: review._id, reason })}
      done={t('workReviews.refused')}
      onClose={onClose}
    />
  );
}
