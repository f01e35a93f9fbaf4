import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './figure.module.css';
import { Money } from './figure.tsx';

/** What is due on a loan, and what was collected and is not verified. */
export interface DueFigures {
  Total_Due_Amount: number | null;
  Unverified_Amount?: number | undefined;
}

/** What agents collected that no payment confirms yet; nothing where there is none. */
export function NotVerified({ loan }: { loan: Pick<DueFigures, 'Unverified_Amount'> }) {
  const t = useText();
  const amount = loan.Unverified_Amount ?? 0;
  if (amount === 0) return null;
  return (
    <span className={classes.unverified}>
      {t('common.notVerified', { amount: formatRupees(amount) })}
    </span>
  );
}

/** What is due on a loan; below it what agents collected that no payment confirms yet, where there is any. */
export function Due(props: { loan: DueFigures; size?: 'text' | 'large' }) {
  const { loan, size = 'text' } = props;
  if ((loan.Unverified_Amount ?? 0) === 0)
    return <Money amount={loan.Total_Due_Amount} size={size} />;
  return (
    <span className={classes.due}>
      <Money amount={loan.Total_Due_Amount} size={size} />
      <NotVerified loan={loan} />
    </span>
  );
}
