import { Button, Modal, Textarea } from '@mantine/core';
import { IconCircleCheck, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { isOverridable } from '../../contract/contact-rules.ts';
import { errorWords } from '../lib/error-words.ts';
import { useText } from '../lib/texts/texts.ts';
import { gateCounts, gateReasonWords, gateWords, isGateOpen } from './contact-gate-words.ts';
import type { ShownGate } from './contact-gate-words.ts';
import { showError } from './toast-store.ts';
import { useFocusReturn } from './use-focus-return.ts';
import classes from './contact-gate.module.css';

/** Fewest letters of a reason. */
const SHORTEST = 5;
const LONGEST = 500;

/**
 * Whether the borrower may be contacted now, before anybody tries: until when and how often, or why not and from when. With
 * `onAsk` an agent asks its manager for an exception; with `onOverride` a manager makes one.
 */
export function ContactGateLine(props: {
  gate: ShownGate;
  /** Sends the wish for an exception; rejects when it could not be sent. */
  onAsk?: ((reason: string) => Promise<unknown>) | undefined;
  /** Makes the contact against the rule; resolves whatever came of it. */
  onOverride?: ((reason: string) => Promise<unknown>) | undefined;
}) {
  const t = useText();
  const { gate, onAsk, onOverride } = props;
  const [isAsking, setAsking] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const isAsked = hasAsked || gate.isAsked === true;
  const isOpen = isGateOpen(gate);
  const Icon = isOpen ? IconCircleCheck : IconShieldX;
  const canBeAllowed = !isOpen && gate.reason !== null && isOverridable(gate.reason);
  const mayAsk = canBeAllowed && onAsk !== undefined;
  return (
    <div className={classes.line}>
      <span className={classes.words} data-tone={isOpen ? 'good' : 'warn'}>
        <Icon size={17} aria-hidden />
        {gateWords(t, gate)}
      </span>
      {isOpen && <span className={classes.counts}>{gateCounts(t, gate)}</span>}
      {mayAsk && !isAsked && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('gate.ask')}
        </Button>
      )}
      {isAsked && !isOpen && <output className={classes.counts}>{t('gate.asked')}</output>}
      {isAsking && mayAsk && (
        <ReasonDialog
          gate={gate}
          words="ask"
          onGiven={async (reason) => {
            await onAsk(reason);
            setAsked(true);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {canBeAllowed && onOverride !== undefined && <Override gate={gate} onOverride={onOverride} />}
    </div>
  );
}

function Override(props: { gate: ShownGate; onOverride: (reason: string) => Promise<unknown> }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('gate.override')}
      </Button>
      {isOpen && (
        <ReasonDialog
          gate={props.gate}
          words="override"
          onGiven={async (reason) => {
            await props.onOverride(reason);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The words of the dialog in which an exception is asked for, or made. */
const DIALOG_WORDS = {
  ask: { title: 'gate.askTitle', body: 'gate.askBody', send: 'gate.askSend' },
  override: { title: 'gate.overrideTitle', body: 'gate.overrideBody', send: 'gate.overrideSend' },
} as const;

function ReasonDialog(props: {
  gate: ShownGate;
  words: keyof typeof DIALOG_WORDS;
  onGiven: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  useFocusReturn();
  const { gate, onGiven, onClose } = props;
  const words = DIALOG_WORDS[props.words];
  const [reason, setReason] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (reason.trim().length < SHORTEST) {
      setTooShort(true);
      return;
    }
    setSending(true);
    // The words stay for another try.
    await onGiven(reason.trim()).catch((error: unknown) => showError(errorWords(error)));
    setSending(false);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(words.title)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.ask}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>
          {t(words.body, {
            reason: gate.reason === null ? '' : gateReasonWords(t, gate.reason, gate.until),
          })}
        </p>
        <Textarea
          label={t('gate.askReason')}
          autosize
          minRows={2}
          maxLength={LONGEST}
          data-autofocus
          value={reason}
          error={isTooShort && reason.trim().length < SHORTEST ? t('gate.askReasonShort') : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" loading={isSending}>
          {t(words.send)}
        </Button>
      </form>
    </Modal>
  );
}
