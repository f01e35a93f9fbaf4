import { Button } from '@mantine/core';
import { IconPhoneOff } from '@tabler/icons-react';
import type { PredictiveCall } from '../../../contract/predictive-call.ts';
import { useNow } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './predictive.module.css';

const TICK_MS = 500;

interface LineProps {
  call: PredictiveCall;
  clockOffsetMs: number;
  isHangingUp: boolean;
  onHangUp: () => void;
}

/** The line: which number, how long they speak, hanging up; afterwards how long the wrap-up takes. */
export function PredictiveLine({ call, clockOffsetMs, isHangingUp, onHangUp }: LineProps) {
  const t = useText();
  const isTalking = call.endedAt === null;
  const isOpen = isTalking || call.wrapupSince === null;
  // In the list of dispositions and in fields letters are typed: there it is Ctrl+H.
  const end = () => {
    if (isOpen) onHangUp();
  };
  useKeys({ h: end, 'Ctrl+h': end });
  return (
    <Panel title={t('common.call')} actions={<LineClock call={call} offsetMs={clockOffsetMs} />}>
      <div className={classes.line}>
        <strong>{formatPhone(call.number)}</strong>
        {isOpen && (
          <Button
            color="red"
            variant="outline"
            title="Ctrl+H"
            loading={isHangingUp}
            leftSection={<IconPhoneOff size={16} aria-hidden />}
            onClick={onHangUp}
          >
            {t('predictive.hangUp')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function LineClock({ call, offsetMs }: { call: PredictiveCall; offsetMs: number }) {
  const t = useText();
  const now = useNow(TICK_MS) + offsetMs;
  const { endedAt, wrapupSince, wrapupSeconds } = call;
  const talked =
    ((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(call.connectedAt)) / 1000;
  if (endedAt === null)
    return <Clock words={t('predictive.talking')} seconds={talked} state="talk" />;
  const since = wrapupSince ?? endedAt;
  const wrapping = (now - Date.parse(since)) / 1000;
  const isLate = wrapupSince !== null && wrapping > wrapupSeconds;
  const words = wrapupSince === null ? t('predictive.theyHungUp') : t('dialer.states.DISPO');
  return (
    <>
      <span className={classes.hint}>
        {t('predictive.talked', { time: formatDuration(talked) })}
      </span>
      <Clock words={words} seconds={wrapping} state={isLate ? 'late' : 'wrap'} />
    </>
  );
}

function Clock(props: { words: string; seconds: number; state: 'talk' | 'wrap' | 'late' }) {
  return (
    <span className={classes.lineClock} data-state={props.state}>
      <output>{props.words}</output>
      <strong role="timer">{formatDuration(props.seconds)}</strong>
    </span>
  );
}
