import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/texts/texts.ts';
import classes from '../../components/sheet-work.module.css';

const MOST_CHARACTERS = 500;
const FEWEST_CHARACTERS = 3;

/** Asks why payments are reversed; without a reason nothing happens. */
export function ReverseDialog(props: {
  isOpen: boolean;
  title: string;
  body: string;
  isPending: boolean;
  onClose: () => void;
  onReverse: (reason: string) => void;
}) {
  const t = useText();
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ReverseForm {...props} />
    </Modal>
  );
}

function ReverseForm(props: {
  body: string;
  isPending: boolean;
  onClose: () => void;
  onReverse: (reason: string) => void;
}) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = reason.trim().length < FEWEST_CHARACTERS;
  return (
    <form
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isShort) props.onReverse(reason.trim());
      }}
    >
      <p>{props.body}</p>
      <Textarea
        data-autofocus
        label={t('activitySheets.reason')}
        withAsterisk
        autosize
        minRows={2}
        maxLength={MOST_CHARACTERS}
        value={reason}
        error={isTried && isShort ? t('activitySheets.needReason') : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red" loading={props.isPending}>
          {t('activitySheets.reverse')}
        </Button>
      </div>
    </form>
  );
}
