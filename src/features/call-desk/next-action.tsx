import { IconArrowBigRightLines, IconHandStop } from '@tabler/icons-react';
import type { NextAction } from '../../../contract/borrower-profile.ts';
import { formatClock, formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useBorrowerProfile } from './borrower-queries.ts';
import classes from './borrower-panel.module.css';

type Reason = NextAction['reasons'][number];
type GateWords = keyof Catalogue['borrower']['gate'];

const URGENT: ReadonlySet<NextAction['action']> = new Set(['CALL_NOW', 'MANAGER']);

/** What to do next about the loan's borrower; keeps its place while that is being read. */
export function NextStep({ loanId }: { loanId: string }) {
  const profile = useBorrowerProfile(loanId);
  if (profile.data !== undefined) return <NextActionNote next={profile.data.nextAction} />;
  return profile.isLoading ? <div className={classes.nextPlace} aria-hidden /> : null;
}

/** What to do next, and why, in words. */
function NextActionNote({ next }: { next: NextAction }) {
  const t = useText();
  const words = useReasonWords();
  const isStop = next.action === 'WAIT' || next.action === 'CLOSED';
  const Icon = isStop ? IconHandStop : IconArrowBigRightLines;
  const tone = isStop ? 'warn' : URGENT.has(next.action) ? 'urgent' : 'plain';
  return (
    <section className={classes.nextStep} data-tone={tone} aria-label={t('borrower.next')}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <p className={classes.nextWords}>
        <strong>{t(`borrower.action.${next.action}`)}</strong>{' '}
        {next.reasons.map((reason) => words(reason)).join(' ')}
        {next.until !== null && ` ${t('borrower.until', { when: formatDayTime(next.until) })}`}
      </p>
    </section>
  );
}

function useReasonWords(): (reason: Reason) => string {
  const t = useText();
  return ({ reason, amount, date, time, count, gate }) =>
    t(`borrower.reason.${reason}`, {
      amount: formatRupees(amount),
      date: date === null ? '' : formatDay(date),
      time: time === null ? '' : formatClock(time),
      count: count ?? 0,
      gate: gate === null ? '' : t(`borrower.gate.${gate as GateWords}`),
    });
}
