import type { ContactPerson } from '../../../contract/contact-person.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ItemPanel } from './client-items.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactActions, ContactLinks } from './contact-parts.tsx';

/** A client's contact persons; without `isEditable` only to call and write to. */
export function ContactPanel(props: {
  clientId: string;
  contacts: readonly ContactPerson[];
  isEditable: boolean;
}) {
  const { clientId, contacts, isEditable } = props;
  const t = useText();
  return (
    <ItemPanel
      title={t('words.contacts')}
      addLabel={t('clients.addContact')}
      empty={t('clients.noContacts')}
      items={contacts}
      isEditable={isEditable}
      renderWords={(contact) => (
        <>
          <strong>{contact.name}</strong>
          <span className="rc-quiet-small">
            {[contact.designation, contact.matter].filter(Boolean).join(' · ')}
          </span>
          <ContactLinks contact={contact} />
        </>
      )}
      renderActions={(contact, onEdit) => <ContactActions contact={contact} onEdit={onEdit} />}
      renderDialog={(contact, onClose) => (
        <ContactDialog contact={contact} place={{ clientId }} onClose={onClose} />
      )}
    />
  );
}
