import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useRestoreLoans } from './loan-closing-queries.ts';

type Which = Parameters<ReturnType<typeof useRestoreLoans>['mutateAsync']>[0];

/** Takes deletions and recalls back and says what came of it. */
export function useRestore() {
  const t = useText();
  const restore = useRestoreLoans();
  return {
    isPending: restore.isPending,
    run: (which: Which, onDone?: () => void) =>
      whenDone(restore.mutateAsync(which), ({ reopened, kept }) => {
        const words = [t('loanLife.broughtBack', { count: reopened })];
        if (kept > 0) words.push(t('loanLife.keptDeleted', { count: kept }));
        showInfo(words.join(' · '));
        onDone?.();
      }),
  };
}
