import { Button } from '@mantine/core';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import type { LoanDetail } from '../../../contract/loan.ts';
import { ContactGateLine } from '../../components/contact-gate.tsx';
import { gateReasonWords } from '../../components/contact-gate-words.ts';
import type { ShownGate } from '../../components/contact-gate-words.ts';
import { useNow } from '../../components/figure.tsx';
import { followLink } from '../../components/follow-link.ts';
import { Panel } from '../../components/page.tsx';
import { showError } from '../../components/toast-store.ts';
import { useIsHere } from '../../components/use-is-here.ts';
import { useKeys } from '../../components/use-keys.ts';
import { formatDuration } from '../../lib/duration.ts';
import { telLink } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { CallNumbers, firstNumber, numberAfter, useCallNumbers } from './call-numbers.tsx';
import { isServersNo, useDeskGate } from './desk-gate-queries.ts';
import type { DeskGate } from './desk-gate-queries.ts';
import { talkedSeconds } from './use-call.ts';
import type { DeskCall } from './use-call.ts';
import classes from './call-desk.module.css';

const TICK_MS = 500;

/** The call: which number, start and end, how long it lasts; a loan that is lost is called no more. */
export function CallPanel(props: { loan: LoanDetail; call: DeskCall; isLost?: boolean }) {
  const { loan, call, isLost = false } = props;
  const t = useText();
  const link = useRef<HTMLAnchorElement>(null);
  const numbers = useCallNumbers(loan);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? firstNumber(numbers);
  const href = telLink(chosen);
  const gate = useDeskGate(loan, chosen, call.state?.contactId ?? null);
  const { begin, isClaiming } = useBegin(call, gate, chosen);
  // The work begins here: Enter calls, and every key of the desk is heard.
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  useKeys({
    c: () => {
      if (call.isRunning) call.end();
      else link.current?.click();
    },
    t: () => setPicked(numberAfter(numbers, chosen)),
  });
  return (
    <Panel title={t('common.call')} actions={<CallClock call={call} />}>
      <div className={classes.call}>
        <CallNumbers
          loanId={loan._id}
          numbers={numbers}
          chosen={chosen}
          onChoose={setPicked}
          isLost={isLost}
        />
        {call.isRunning ? (
          <Button
            color="red"
            variant="outline"
            leftSection={<IconPhoneOff size={16} aria-hidden />}
            onClick={call.end}
          >
            {t('callDesk.endCall')}
          </Button>
        ) : (
          href !== null &&
          !isLost && (
            <StartButton
              ref={link}
              href={href}
              isOpen={gate.isOpen}
              isClaiming={isClaiming}
              onStart={() => void begin(href)}
            />
          )
        )}
      </div>
      {!call.isRunning && !isLost && (
        <GateLine
          gate={gate}
          begin={(reason) => (href === null ? Promise.resolve() : begin(href, reason))}
        />
      )}
    </Panel>
  );
}

interface StartProps {
  ref: Ref<HTMLAnchorElement>;
  href: string;
  isOpen: boolean;
  isClaiming: boolean;
  onStart: () => void;
}

function StartButton({ ref, href, isOpen, isClaiming, onStart }: StartProps) {
  const t = useText();
  return (
    <Button
      ref={ref}
      component="a"
      href={href}
      leftSection={<IconPhone size={16} aria-hidden />}
      loading={isClaiming}
      {...(!isOpen && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      {t('callDesk.startCall')}
    </Button>
  );
}

/** Whether the borrower may be called, and the way past a rule. */
function GateLine(props: { gate: DeskGate; begin: (reason: string) => Promise<void> }) {
  const { shown, mayOverride, ask } = props.gate;
  if (shown === null) return null;
  return (
    <ContactGateLine
      gate={shown}
      {...(mayOverride ? { onOverride: props.begin } : { onAsk: ask })}
    />
  );
}

type Claimed = { contactId: string; refusal: ShownGate | null } | { problem: string };

/**
 * Claims a call under its contact's id. An id that stands for an earlier contact already (a form left open for hours) gives
 * way to a new one. What the server refuses of a manager's override is thrown: its dialog shows it.
 */
async function claimFor(gate: DeskGate, id: string, overrideReason?: string): Promise<Claimed> {
  for (let contactId = id; ; contactId = newId())
    try {
      return { contactId, refusal: await gate.claim(contactId, overrideReason) };
    } catch (error) {
      if (!isServersNo(error) || overrideReason !== undefined) throw error;
      if (error.status !== 409 || contactId !== id) return { problem: error.message };
    }
}

/** Starts a call when the gate lets it through; says why not otherwise. */
function useBegin(call: DeskCall, gate: DeskGate, number: string | null) {
  const t = useText();
  const [isClaiming, setClaiming] = useState(false);
  const isHere = useIsHere();
  const refuse = ({ reason, until }: ShownGate) => {
    const why = reason === null ? '' : gateReasonWords(t, reason, until);
    showError(t('gate.refusedToast', { reason: why }));
  };
  const begin = async (href: string, overrideReason?: string) => {
    if (isClaiming) return;
    if (!gate.isOpen && gate.shown !== null && overrideReason === undefined) {
      refuse(gate.shown);
      return;
    }
    setClaiming(true);
    const claimed = await claimFor(gate, call.state?.contactId ?? newId(), overrideReason).finally(
      () => setClaiming(false),
    );
    // Whoever went on to another loan meanwhile calls nobody from there.
    if (!isHere()) return;
    if ('problem' in claimed) {
      showError(claimed.problem);
      return;
    }
    if (claimed.refusal !== null) {
      refuse(claimed.refusal);
      return;
    }
    call.start(number, claimed.contactId);
    followLink(href);
  };
  return { begin, isClaiming };
}

function CallClock({ call }: { call: DeskCall }) {
  const t = useText();
  const now = useNow(TICK_MS);
  if (call.state === null) return <span className={classes.quiet}>{t('callDesk.noCall')}</span>;
  const words = t(call.isRunning ? 'callDesk.calling' : 'callDesk.callEnded');
  return (
    <span className={classes.clock} data-running={call.isRunning || undefined}>
      <output>{words}</output>
      <strong role="timer">{formatDuration(talkedSeconds(call.state, now))}</strong>
    </span>
  );
}
