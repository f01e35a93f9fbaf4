import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { ContactBreach } from '../../../contract/contact-record.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './contact-rules.module.css';

/** Notes that a breach was looked at, and what was done about it. */
export function ReviewDialog({ breach, onClose }: { breach: ContactBreach; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const review = useCallCommand(contactGateCalls.reviewContactBreach);
  const [note, setNote] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${breach.Customer_Name} · ${breach.Loan_ID}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.list}
        onSubmit={(event) => {
          event.preventDefault();
          review.mutate(
            { params: { id: breach._id }, body: note.trim() === '' ? {} : { note: note.trim() } },
            {
              onSuccess: () => {
                showSuccess(t('contactRules.reviewSaved'));
                onClose();
              },
            },
          );
        }}
      >
        <Textarea
          label={t('contactRules.reviewTitle')}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={review.isPending}>
          {t('contactRules.review')}
        </Button>
      </form>
    </Modal>
  );
}
