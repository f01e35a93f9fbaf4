import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Awaited } from '../../components/loaded.tsx';
import { loanLinkOf } from '../../components/loan-link.ts';
import { ContactHistory } from '../../components/contact-history.tsx';
import { Panel } from '../../components/page.tsx';
import { loadContactFile, loadRecording } from '../../data/files.ts';
import { inBusinessZone, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useDeskHistory } from './call-desk-queries.ts';
import type { DeskContact } from './call-desk-queries.ts';
import classes from './borrower-panel.module.css';

/** A loan's calls and visits with their recordings; what the reader may correct leads to its correction. */
export function DeskHistory({ loanId, user }: { loanId: string; user: LoggedInUser }) {
  const t = useText();
  const history = useDeskHistory(loanId);
  const contacts = history.data ?? [];
  const mine = new Set(contacts.filter((each) => mayOffer(each, user)).map(({ _id }) => _id));
  return (
    <Panel title={t('words.history')}>
      {history.data !== undefined ? (
        <ContactHistory
          contacts={contacts}
          load={loadContactFile}
          loadRecording={loadRecording}
          loanHref={loanLinkOf(user.role)}
          renderActions={({ _id: id }) => mine.has(id) && <CorrectLink id={id} />}
        />
      ) : (
        <Awaited of={history} rows={4} />
      )}
    </Panel>
  );
}

/** Whether correcting is worth offering; the server decides. */
function mayOffer(contact: DeskContact, user: LoggedInUser): boolean {
  if (contact.isWaiting || contact.isInReview) return false;
  if (user.role === 'MANAGER') return true;
  const isOfToday = inBusinessZone(contact.disCreatedAt).format('YYYY-MM-DD') === today();
  return user.role === 'COLLECTOR' && contact.collectorId === user._id && isOfToday;
}

/** Leads to a contact's correction. */
export function CorrectLink({ id }: { id: string }) {
  const t = useText();
  return (
    <div>
      <Button
        component={Link}
        to={`/call-management-modify?dispositionId=${id}`}
        variant="subtle"
        size="compact-sm"
        className={classes.touch}
        leftSection={<IconPencil size={14} aria-hidden />}
      >
        {t('borrower.correct')}
      </Button>
    </div>
  );
}
