import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-chip.module.css';

/** What a state means to the reader; each has its own icon and colour. */
export type Tone = 'good' | 'info' | 'warn' | 'danger' | 'quiet';

const icons = {
  good: IconCircleCheckFilled,
  info: IconInfoCircleFilled,
  warn: IconClockFilled,
  danger: IconAlertTriangleFilled,
  quiet: IconCircleDashed,
};

/** A state as icon, word and colour together. `icon` replaces the tone's own. */
export function StatusChip({ tone, label, icon }: { tone: Tone; label: string; icon?: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={classes.chip} data-tone={tone}>
      {icon ?? <Icon size={13} aria-hidden />}
      {label}
    </span>
  );
}
