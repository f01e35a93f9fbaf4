import { recoveryModelCalls } from '../../../contract/recovery-model.ts';
import { bestTimeWords } from '../../components/best-time.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

/** When the borrower answers, as far as its calls tell; nothing otherwise. */
export function BestTimeLine({ loanId }: { loanId: string }) {
  const t = useText();
  const isAsked = mayCall(recoveryModelCalls.readLoanScore);
  const { data } = useCallQuery(
    recoveryModelCalls.readLoanScore,
    isAsked ? { params: { id: loanId } } : null,
  );
  const bestTime = data?.bestTime ?? null;
  if (bestTime === null) return null;
  return (
    <p className={classes.quiet}>
      {`${t('words.bestTime')}: ${bestTimeWords(t, bestTime)} (${t('recoveryModel.bestTimeWhy', bestTime)})`}
    </p>
  );
}
