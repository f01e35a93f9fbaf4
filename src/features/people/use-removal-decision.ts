import { useState } from 'react';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person, Removal } from '../../../contract/person.ts';
import { showSuccess, showUndo } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useRemovePerson } from './people-queries.ts';

/** The choice of a successor and what the button of the removal dialog does. */
export function useRemovalDecision(input: {
  person: Person;
  removal: Removal;
  what: 'disable' | 'delete';
  onClose: () => void;
}) {
  const { person, removal, what, onClose } = input;
  const t = useText();
  const setActive = useCallCommand(peopleCalls.setPersonActive);
  const remove = useRemovePerson();
  const [successorId, setSuccessorId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const isNeeded = what === 'delete' && removal.needsSuccessor;
  const chosen = successorId === null ? {} : { successorId };

  const enable = () => setActive.mutate({ params: { id: person._id }, body: { isActive: true } });
  const tellDisabled = () => {
    const words = t('people.disabledToast', { name: person.fullName });
    // Loans that went to a successor would not come back: then there is nothing to undo.
    if (successorId === null) showUndo(words, enable);
    else showSuccess(words);
    onClose();
  };
  const tellDeleted = () => {
    showSuccess(
      person.role === 'MANAGER'
        ? t('toasts.sheetDeleted')
        : t('people.deletedToast', { name: person.fullName }),
    );
    onClose();
  };

  const send = () => {
    setTried(true);
    if (isNeeded && successorId === null) return;
    if (what === 'delete') whenDone(remove.mutateAsync({ person, ...chosen }), tellDeleted);
    else
      whenDone(
        setActive.mutateAsync({ params: { id: person._id }, body: { isActive: false, ...chosen } }),
        tellDisabled,
      );
  };
  return {
    successorId,
    setSuccessorId,
    isMissing: isTried && isNeeded && successorId === null,
    send,
    isPending: setActive.isPending || remove.isPending,
  };
}
