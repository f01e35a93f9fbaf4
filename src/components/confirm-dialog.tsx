import { Button, Modal } from '@mantine/core';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../lib/store.ts';
import { useText } from '../lib/texts/texts.ts';
import { useBackCloses } from './back-closes.ts';
import { DialogActions } from './dialog-actions.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import classes from './confirm-dialog.module.css';

/** A question with a yes and a no. */
export interface Question {
  title?: string;
  body: string;
  /** The verb on the button ("Delete 3 loans"), never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** What cannot be taken back gets a red button. */
  isDangerous?: boolean;
  /** "Yes" loses what was typed: the focus begins at "no", which is the button that stands out. */
  isLosing?: boolean;
}

interface Asked extends Question {
  answer: (isConfirmed: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/**
 * Asks and resolves to whether the person confirmed; a second question answers the first with no, and so does `over`: what was
 * asked about is settled.
 */
export function confirmAction(question: Question, over?: AbortSignal): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const own = { ...question, answer: resolve };
    asked.set(own);
    over?.addEventListener('abort', () => {
      resolve(false);
      if (asked.get() === own) asked.set(null);
    });
  });
}

/** The asking function for components: `const confirm = useConfirm(); if (await confirm({...})) ...`. */
export function useConfirm(): typeof confirmAction {
  return confirmAction;
}

/** Whether a question is on screen: what lies under it must leave Escape to it. */
export function useIsAsking(): boolean {
  const isAsking = useSyncExternalStore(asked.subscribe, asked.get) !== null;
  const [wasAsking, setWasAsking] = useState(isAsking);
  // The Escape that answered the question must not reach what lies under it in the same turn.
  useEffect(() => {
    const timer = setTimeout(() => setWasAsking(isAsking), 0);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return isAsking || wasAsking;
}

/** Over panels and dialogs, under toasts. */
const ABOVE_PANELS = 300;

/** Where questions appear; one stands in the app. */
export const ConfirmHost = memo(function ConfirmHost() {
  const question = useSyncExternalStore(asked.subscribe, asked.get);
  const [last, setLast] = useState(question);
  if (question !== null && question !== last) setLast(question);
  const t = useText();
  // While the dialog fades out it goes on showing the question that was just answered.
  const shown = question ?? last;
  const finish = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    asked.set(null);
  };
  useBackCloses(question !== null, () => finish(false));
  return (
    <Modal
      opened={question !== null}
      onClose={() => finish(false)}
      zIndex={ABOVE_PANELS}
      title={shown?.title ?? t('states.confirmTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ title: classes.title }}
    >
      {shown !== null && <Choices question={shown} finish={finish} />}
    </Modal>
  );
});

function Choices({
  question,
  finish,
}: {
  question: Question;
  finish: (isConfirmed: boolean) => void;
}) {
  const t = useText();
  // The button that asked is often busy or gone by the time the question is.
  useFocusReturn();
  const isLosing = question.isLosing === true;
  return (
    <>
      <p className={classes.body}>{question.body}</p>
      <DialogActions
        className={classes.actions}
        dismiss={
          <Button
            variant={isLosing ? 'filled' : 'default'}
            data-autofocus={isLosing || undefined}
            onClick={() => finish(false)}
          >
            {question.cancelLabel ?? t('common.cancel')}
          </Button>
        }
      >
        <Button
          variant={isLosing ? 'default' : 'filled'}
          data-autofocus={!isLosing || undefined}
          color={question.isDangerous === true ? 'red' : 'teal'}
          onClick={() => finish(true)}
        >
          {question.confirmLabel}
        </Button>
      </DialogActions>
    </>
  );
}
