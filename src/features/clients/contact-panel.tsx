import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactPerson } from '../../../contract/contact-person.ts';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from './clients.module.css';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactActions, ContactLinks } from './contact-parts.tsx';

/** A client's contact persons; without `isEditable` only to call and write to. */
export function ContactPanel({
  clientId,
  contacts,
  isEditable,
}: {
  clientId: string;
  contacts: readonly ContactPerson[];
  isEditable: boolean;
}) {
  const t = useText();
  const [edited, setEdited] = useState<ContactPerson | 'new' | null>(null);
  return (
    <Panel
      title={t('clients.contacts')}
      {...(isEditable && {
        actions: (
          <Button
            size="xs"
            className={classes.panelAction ?? ''}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('clients.addContact')}
          </Button>
        ),
      })}
    >
      {contacts.length === 0 ? (
        <p className={classes.quiet}>{t('clients.noContacts')}</p>
      ) : (
        <ul className={classes.list}>
          {contacts.map((contact) => (
            <li key={contact._id} className={classes.item}>
              <span className={classes.itemWords}>
                <strong>{contact.name}</strong>
                <span className={classes.quiet}>
                  {[contact.designation, contact.matter].filter(Boolean).join(' · ')}
                </span>
                <ContactLinks contact={contact} />
              </span>
              {isEditable && <ContactActions contact={contact} onEdit={() => setEdited(contact)} />}
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <ContactDialog
          contact={edited === 'new' ? null : edited}
          place={{ clientId }}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
