import {
  IconCoffee,
  IconHourglass,
  IconLogout2,
  IconPencil,
  IconPhone,
  IconPhoneIncoming,
  IconPhoneOff,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { BREAK_REASONS } from '../../../contract/agent-seat.ts';
import type { SeatRow } from '../../../contract/agent-seat.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { SeatState } from './monitor-rows.ts';
import classes from './agent-monitor.module.css';

const ICONS = {
  READY: IconHourglass,
  QUEUE: IconPhoneIncoming,
  INCALL: IconPhone,
  DEAD: IconPhoneOff,
  DISPO: IconPencil,
  BREAK: IconCoffee,
  LOGGED_OUT: IconLogout2,
} as const;

/** A state's icon. */
export function StateIcon({ state }: { state: SeatState }) {
  const Icon = ICONS[state];
  return <Icon size={15} stroke={1.9} aria-hidden />;
}

/** A break's reason in words. */
function reasonWords(t: TFunction, reason: string): string {
  const known = BREAK_REASONS.find((each) => each === reason);
  return known === undefined ? reason : t(`dialer.reasons.${known}`);
}

/** A state in words, a break with its reason. */
export function stateWords(t: TFunction, { status, breakName }: SeatRow): string {
  if (status === 'BREAK' && breakName !== null) return reasonWords(t, breakName);
  return t(`dialer.states.${status}`);
}

/** How an agent stands, with the break that waits for the end of its call. */
export function StateCell({ row }: { row: SeatRow }) {
  const t = useText();
  return (
    <span className={classes.state} data-state={row.status}>
      <StateIcon state={row.status} />
      <span>
        {stateWords(t, row)}
        {row.wantedBreak !== null && row.status !== 'BREAK' && (
          <span className={classes.small}>
            {t('agentMonitor.thenBreak', { reason: reasonWords(t, row.wantedBreak) })}
          </span>
        )}
      </span>
    </span>
  );
}

/** The running time in a state; the screen's ticking writes it. */
export function Clock({ row }: { row: SeatRow }) {
  if (row.since === null || row.status === 'LOGGED_OUT') return <span>—</span>;
  return <span className={classes.clock} data-since={Date.parse(row.since)} />;
}
