import type { PaymentPromise } from '../../../contract/promise.ts';
import { promiseCalls } from '../../../contract/promise.ts';
import { Panel } from '../../components/page.tsx';
import { PROMISE_TONES } from '../../components/promise-chip.tsx';
import { Timeline } from '../../components/timeline.tsx';
import type { TimelineItem } from '../../components/timeline.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

/** The promises of a loan and what came of each; nothing where none was made. */
export function LoanPromises({ loanId }: { loanId: string }) {
  const t = useText();
  const promises =
    useCallQuery(promiseCalls.listPromisesOfLoan, { params: { loanId } }).data?.data ?? [];
  const items = useItems(promises);
  if (items.length === 0) return null;
  return (
    <Panel title={t('words.promises')}>
      <Timeline label={t('words.promises')} items={items} />
    </Panel>
  );
}

function useItems(promises: readonly PaymentPromise[]): TimelineItem[] {
  const t = useText();
  return promises.map((promise) => {
    const came = Math.max(promise.paidAmount, promise.saidAmount);
    return {
      id: promise._id,
      title: `${formatRupees(promise.amount)} · ${
        promise.isUnproven ? t('promises.unproven') : t(`promises.state.${promise.state}`)
      }`,
      meta: [t('promises.line', { day: formatDay(promise.dueOn) }), promise.agentName].join(' · '),
      tone: PROMISE_TONES[promise.state],
      body: [
        came > 0 && `${t('promises.came')} ${formatRupees(came)}`,
        promise.lateAmount > 0 && t('promises.late', { amount: formatRupees(promise.lateAmount) }),
      ]
        .filter(Boolean)
        .join(' · '),
    };
  });
}
