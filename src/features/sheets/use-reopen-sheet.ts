import type { Sheet } from '../../../contract/sheet.ts';
import { showInfo, showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useChangeSheet } from './sheet-queries.ts';

/** Reads a failed or dropped sheet again, or gives the loans of one taken back today back, and says what came of it. */
export function useReopenSheet(): {
  run: (sheet: Pick<Sheet, '_id'>) => void;
  isPending: boolean;
} {
  const t = useText();
  const change = useChangeSheet(({ name, state, givenBack, notGivenBack }) => {
    if (state === 'DONE') showSuccess(t('sheets.givenBack', { count: givenBack, name }));
    else showSuccess(t('sheets.readAgainDone', { name }));
    if (notGivenBack > 0) showInfo(t('sheets.notGivenBack', { count: notGivenBack }));
  });
  return {
    isPending: change.isPending,
    run: ({ _id }) => change.mutate({ _id, reopen: true }),
  };
}
