import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './predictions.module.css';

/** On a phone, which has no column for it: the due that an expected amount is a part of. */
export function OfDue({ dueAmount }: { dueAmount: number }) {
  const t = useText();
  return (
    <span className={`${classes.between} ${classes.phone}`}>
      {t('predictions.ofAmount', { amount: formatRupees(dueAmount) })}
    </span>
  );
}
