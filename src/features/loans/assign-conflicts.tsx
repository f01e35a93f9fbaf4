import { Button } from '@mantine/core';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useReadAgain } from '../../data/call-command.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { targetCount } from './assignment.ts';
import type { AssignTarget } from './assignment.ts';
import type { AssignConflict } from './loan-queries.ts';
import classes from './loans.module.css';

interface ConflictProps {
  conflict: AssignConflict;
  target: AssignTarget;
  isSending: boolean;
  onSend: (target: AssignTarget) => void;
  onClose: () => void;
}

/** Who allocated what meanwhile, and the ways on: the remaining ones, all the same, or read again. */
export function AssignConflicts({ conflict, target, isSending, onSend, onClose }: ConflictProps) {
  const t = useText();
  const refresh = useReadAgain('loans');
  const rest = remaining(target, conflict);
  const hidden = conflict.count - conflict.conflicts.length;
  const readAgain = () => {
    void refresh();
    onClose();
  };
  return (
    <div className="rc-stack-16">
      <p role="alert">{t('loans.conflictBody', { count: conflict.count })}</p>
      <ul className={classes.conflicts}>
        {conflict.conflicts.map((each) => (
          <li key={each._id}>
            {t('loans.conflictLine', {
              loan: each.Loan_ID,
              name: each.changedBy ?? t('loans.conflictOther'),
              time: formatDayTime(each.changedAt),
            })}
          </li>
        ))}
        {hidden > 0 && <li>{t('words.andMore', { count: hidden })}</li>}
      </ul>
      <DialogActions
        dismiss={
          <>
            <Button variant="default" onClick={readAgain}>
              {t('loans.readAgain')}
            </Button>
            <Button
              variant="default"
              loading={isSending}
              onClick={() => onSend(regardless(target, conflict))}
            >
              {t('loans.takeOver')}
            </Button>
          </>
        }
      >
        {rest !== null && (
          <Button data-autofocus loading={isSending} onClick={() => onSend(rest)}>
            {t('loans.remaining', { count: targetCount(rest) })}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

/** The loans nobody else touched; null when none remain or the server did not name all that were touched. */
function remaining(target: AssignTarget, conflict: AssignConflict): AssignTarget | null {
  if (target.kind === 'matching' || conflict.count > conflict.conflicts.length) return null;
  const touched = new Set(conflict.conflicts.map((each) => each._id));
  const loans = target.loans.filter((loan) => !touched.has(loan._id));
  return loans.length === 0 ? null : { kind: 'loans', loans };
}

/** The same loans as they are now: what others did meanwhile is overwritten knowingly. */
function regardless(target: AssignTarget, { asOf }: AssignConflict): AssignTarget {
  if (target.kind === 'matching') return { ...target, asOf };
  return { kind: 'loans', loans: target.loans.map(({ _id }) => ({ _id, asOf })) };
}
