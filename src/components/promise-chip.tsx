import type { PromiseState } from '../../contract/promise.ts';
import { formatDay } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { DueChip, Money } from './figure.tsx';
import { StatusChip } from './status-chip.tsx';
import type { Tone } from './status-chip.tsx';
import classes from './promise-chip.module.css';

/** How a promise's state looks. */
export const PROMISE_TONES: Readonly<Record<PromiseState, Tone>> = {
  OPEN: 'info',
  KEPT: 'good',
  PART_KEPT: 'warn',
  BROKEN: 'danger',
  REPLACED: 'quiet',
  CLOSED: 'quiet',
};

/** What a loan says of its last promise; amounts in whole rupees, days `YYYY-MM-DD`. */
interface ShownPromise {
  promiseDate: string | null;
  promiseAmount: number | null;
  promiseBrokenOn?: string | null | undefined;
}

/** A loan's promise: how much and when; in red words when it was broken. Nothing where there is none. */
export function PromiseChip({ loan }: { loan: ShownPromise }) {
  const t = useText();
  if (loan.promiseDate === null) return null;
  if (loan.promiseBrokenOn != null) {
    return (
      <span className={classes.broken}>
        <StatusChip
          tone="danger"
          label={t('promises.brokenChip', {
            amount: formatRupees(loan.promiseAmount),
            day: formatDay(loan.promiseDate).slice(0, 5),
          })}
        />
      </span>
    );
  }
  return (
    <span className={classes.promise}>
      {loan.promiseAmount !== null && <Money amount={loan.promiseAmount} />}
      <DueChip day={loan.promiseDate} />
    </span>
  );
}
