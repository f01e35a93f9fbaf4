import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './figure.module.css';
import { Money } from './figure.tsx';

/** What is due on a loan, and what was collected and is not verified. */
export interface DueFigures {
  Total_Due_Amount: number | null;
  Unverified_Amount?: number | undefined;
}

/** What is due on a loan; below it what agents collected that no payment confirms yet, where there is any. */
export function Due(props: { loan: DueFigures; size?: 'text' | 'large' }) {
  const { loan, size = 'text' } = props;
  const t = useText();
  const unverified = loan.Unverified_Amount ?? 0;
  if (unverified === 0) return <Money amount={loan.Total_Due_Amount} size={size} />;
  return (
    <span className={classes.due}>
      <Money amount={loan.Total_Due_Amount} size={size} />
      <span className={classes.unverified}>
        {t('common.notVerified', { amount: formatRupees(unverified) })}
      </span>
    </span>
  );
}
