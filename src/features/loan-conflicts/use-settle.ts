import { useState } from 'react';
import type { LoanConflict } from '../../../contract/loan-conflict.ts';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import {
  isChangedMeanwhile,
  isSettledAlready,
  useSettleConflict,
} from './loan-conflict-queries.ts';
import type { Settlement } from './loan-conflict-queries.ts';

/** Settling one conflict: says how it ended; `isChanged` while the value that stands is another than the one decided on. */
export function useSettle(
  conflict: LoanConflict,
  onSettled: () => void,
): { settle: (takes: Settlement) => void; pending: Settlement | null; isChanged: boolean } {
  const t = useText();
  const change = useSettleConflict();
  const [isChanged, setChanged] = useState(false);
  const settle = (takes: Settlement) => {
    if (change.isPending) return;
    setChanged(false);
    change.mutate(
      { conflict, takes },
      {
        onSuccess: () => {
          const field = t(`loanFields.${conflict.field}`);
          const key = takes === 'STANDING' ? 'keptToast' : 'takenToast';
          showSuccess(t(`loanConflicts.${key}`, { field, name: conflict.Customer_Name }));
          onSettled();
        },
        onError: (error) => {
          if (isChangedMeanwhile(error)) setChanged(true);
          else if (isSettledAlready(error)) showInfo(t('loanConflicts.settledAlready'));
          else showError(errorWords(error));
        },
      },
    );
  };
  return { settle, pending: change.isPending ? change.variables.takes : null, isChanged };
}
