import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import { showSuccess, showUndo } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRemovePerson } from './people-queries.ts';

/** Disables or deletes a person, and tells it. */
export function useRemovalDecision({
  person,
  what,
}: {
  person: Person;
  what: 'disable' | 'delete';
}) {
  const t = useText();
  const setActive = useCallCommand(peopleCalls.setPersonActive);
  const remove = useRemovePerson();
  const { _id: id, fullName: name } = person;

  const save = (successorId: string | null): Promise<unknown> => {
    const chosen = successorId === null ? {} : { successorId };
    return what === 'delete'
      ? remove.mutateAsync({ person, ...chosen })
      : setActive.mutateAsync({ params: { id }, body: { isActive: false, ...chosen } });
  };
  const enable = () => setActive.mutate({ params: { id }, body: { isActive: true } });
  const tell = (successorId: string | null) => {
    if (what === 'delete')
      showSuccess(
        person.role === 'MANAGER' ? t('toasts.sheetDeleted') : t('people.deletedToast', { name }),
      );
    // Loans that went to a successor would not come back: then there is nothing to undo.
    else if (successorId === null) showUndo(t('people.disabledToast', { name }), enable);
    else showSuccess(t('people.disabledToast', { name }));
  };
  return { save, tell };
}
