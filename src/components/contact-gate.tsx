import { Button } from '@mantine/core';
import { IconCircleCheck, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { isOverridable } from '../../contract/contact-rules.ts';
import { useText } from '../lib/texts/texts.ts';
import { gateCounts, gateReasonWords, gateWords, isGateOpen } from './contact-gate-words.ts';
import type { ShownGate } from './contact-gate-words.ts';
import { ReasonDialog } from './reason-dialog.tsx';
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
        <ExceptionDialog
          gate={gate}
          words="ask"
          save={onAsk}
          onClose={(isSent) => {
            if (isSent) setAsked(true);
            setAsking(false);
          }}
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
        <ExceptionDialog
          gate={props.gate}
          words="override"
          save={props.onOverride}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The words of the dialog in which an exception is asked for, or made. */
const DIALOG_WORDS = {
  ask: { title: 'gate.ask', body: 'gate.askBody', send: 'gate.askSend' },
  override: { title: 'gate.overrideTitle', body: 'gate.overrideBody', send: 'gate.overrideSend' },
} as const;

function ExceptionDialog(props: {
  gate: ShownGate;
  words: keyof typeof DIALOG_WORDS;
  save: (reason: string) => Promise<unknown>;
  onClose: (isSaved: boolean) => void;
}) {
  const t = useText();
  const { gate, save, onClose } = props;
  const words = DIALOG_WORDS[props.words];
  return (
    <ReasonDialog
      name={words.title}
      // Its page is that of one loan.
      about=""
      title={t(words.title)}
      body={t(words.body, {
        reason: gate.reason === null ? '' : gateReasonWords(t, gate.reason, gate.until),
      })}
      label={t('gate.askReason')}
      action={t(words.send)}
      least={SHORTEST}
      most={LONGEST}
      isDangerous={false}
      save={save}
      onClose={onClose}
    />
  );
}
