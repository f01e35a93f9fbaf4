import { Menu } from '@mantine/core';
import { IconMail, IconPencil, IconPhone, IconTrash } from '@tabler/icons-react';
import type { ContactPerson } from '../../../contract/contact-person.ts';
import { contactPersonCalls } from '../../../contract/contact-person.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { showError } from '../../components/toast-store.ts';
import { useUndo } from '../../components/use-undo.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { ItemActions } from './client-items.tsx';
import { useSaveContact } from './client-queries.ts';
import classes from './clients.module.css';
import { contactValuesOf } from './contact-dialog.tsx';

/** Calls or writes to a contact person. The server takes digits only, so that nothing else gets into the link. */
export function ContactLinks({ contact }: { contact: ContactPerson }) {
  return (
    <span className={classes.links}>
      {contact.phone !== null && (
        <a href={`tel:${contact.phone}`}>
          <IconPhone size={15} aria-hidden />
          {contact.phone}
        </a>
      )}
      {contact.email !== null && (
        <a href={`mailto:${contact.email}`}>
          <IconMail size={15} aria-hidden />
          {contact.email}
        </a>
      )}
    </span>
  );
}

/** Removes a contact person and offers to take that back. */
function useContactRemoval(contact: ContactPerson) {
  const t = useText();
  const offerUndo = useUndo();
  const remove = useCallCommand(contactPersonCalls.removeContact);
  const save = useSaveContact();
  const place =
    contact.clientId === null
      ? { partnerId: contact.partnerId ?? '' }
      : { clientId: contact.clientId };
  const putBack = () =>
    save.mutate(
      { contact: contactValuesOf(contact), place },
      { onError: (error) => showError(errorWords(error)) },
    );
  return {
    isRemoving: remove.isPending,
    take: () =>
      whenDone(remove.mutateAsync({ params: { id: contact._id } }), () =>
        offerUndo(t('words.removed', { name: contact.name }), putBack),
      ),
  };
}

/** Changes or removes a contact person, as a menu at the end of a row. */
export function ContactMenu({ contact, onEdit }: { contact: ContactPerson; onEdit: () => void }) {
  const t = useText();
  const { take } = useContactRemoval(contact);
  return (
    <RowMenu label={t('words.actionsOf', { name: contact.name })}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        {t('common.edit')}
      </Menu.Item>
      <Menu.Item
        c="var(--rc-danger)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={take}
      >
        {t('common.remove')}
      </Menu.Item>
    </RowMenu>
  );
}

/** Changes or removes a contact person; a removal can be taken back. */
export function ContactActions(props: { contact: ContactPerson; onEdit: () => void }) {
  const { contact, onEdit } = props;
  const { take, isRemoving } = useContactRemoval(contact);
  return (
    <ItemActions name={contact.name} onEdit={onEdit} onRemove={take} isRemoving={isRemoving} />
  );
}
