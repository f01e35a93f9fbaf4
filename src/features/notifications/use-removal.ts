import type { Notification } from '../../../contract/notification.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useUndo } from '../../components/use-undo.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useSetActive } from './notification-queries.ts';

/** Removing notifications, with eight seconds to take it back, and putting removed ones back. */
export function useRemoval(): {
  setActive: (notice: Notification, isActive: boolean) => void;
  removeAll: (notices: readonly Notification[]) => void;
  isPending: boolean;
} {
  const t = useText();
  const offerUndo = useUndo();
  const change = useSetActive();
  const putBack = (ids: readonly string[]) => change.mutate({ ids, isActive: true });
  const remove = (ids: readonly string[], words: string) =>
    change.mutate(
      { ids, isActive: false },
      { onSuccess: () => offerUndo(words, () => putBack(ids)) },
    );
  return {
    isPending: change.isPending,
    setActive: ({ _id }, isActive) => {
      if (!isActive) remove([_id], t('toasts.notificationDeleted'));
      else
        change.mutate(
          { ids: [_id], isActive: true },
          { onSuccess: () => showSuccess(t('notifications.putBackToast')) },
        );
    },
    removeAll: (notices) => {
      const ids = notices.map((notice) => notice._id);
      const words =
        ids.length === 1
          ? t('toasts.notificationDeleted')
          : t('notifications.removedMany', { count: ids.length });
      remove(ids, words);
    },
  };
}
