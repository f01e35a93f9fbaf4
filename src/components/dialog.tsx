import { Button, Modal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import { useContext, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { useBackCloses } from './back-closes.ts';
import { confirmAction, useIsAsking } from './confirm-dialog.tsx';
import { Around } from './dialog-around.ts';
import type { DialogAround } from './dialog-around.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { usePhone } from './use-phone.ts';
import classes from './form.module.css';

/** The dialog around. */
export function useDialog(): DialogAround {
  const dialog = useContext(Around);
  if (dialog === null) throw new Error('There is no dialog around.');
  return dialog;
}

/** What a dialog takes. */
export interface DialogProps {
  title: string;
  /** Told whether a form in it was saved. */
  onClose: (isSaved: boolean) => void;
  size?: ModalProps['size'];
  /** All of the screen on a phone. */
  isFullOnPhone?: boolean;
}

/** A dialog that is there only while it is open; the focus goes back where it came from. */
export function Dialog(props: DialogProps & { children: ReactNode }) {
  const { title, isFullOnPhone = false } = props;
  const t = useText();
  const isPhone = usePhone();
  useFocusReturn();
  const isAsking = useIsAsking();
  const dialog = useDialogAround(props);
  useBackCloses(true, dialog.close);
  return (
    <Modal
      opened
      onClose={dialog.close}
      closeOnEscape={!isAsking}
      title={title}
      size={props.size ?? 'md'}
      fullScreen={isFullOnPhone && isPhone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Around value={dialog}>{props.children}</Around>
    </Modal>
  );
}

/** The button of a dialog in which there is only to read. */
export function DialogClose() {
  const t = useText();
  const { close } = useDialog();
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={close}>
        {t('common.close')}
      </Button>
    </div>
  );
}

function useDialogAround({ title, onClose }: DialogProps): DialogAround {
  const t = useText();
  const isUnsaved = useRef(false);
  /** Ends the question that is on screen. */
  const asking = useRef(new AbortController());
  return useMemo(() => {
    const close = async () => {
      const question = {
        title: t('states.leaveTitle'),
        body: t('states.leaveBody'),
        confirmLabel: t('states.leave'),
        cancelLabel: t('states.stay'),
        isLosing: true,
      };
      if (!isUnsaved.current) return onClose(false);
      asking.current = new AbortController();
      if (await confirmAction(question, asking.current.signal)) onClose(false);
    };
    return {
      title,
      close: () => void close(),
      finish: (isSaved) => {
        // A save that went on while it was asked is over.
        asking.current.abort();
        onClose(isSaved);
      },
      holdUnsaved: (isHeld) => {
        isUnsaved.current = isHeld;
      },
    };
  }, [t, title, onClose]);
}
