import { StatusChip } from './status-chip.tsx';
import type { Tone } from './status-chip.tsx';

const tones: Readonly<Record<string, Tone>> = {
  PTP: 'info',
  CALLBACK: 'info',
  PAID: 'good',
  REFUSED: 'warn',
  DISPUTE: 'warn',
};

/** What a disposition's class means to the reader; classes without a meaning are quiet. */
export function dispositionTone(dispositionClass: string | null): Tone {
  return tones[dispositionClass ?? ''] ?? 'quiet';
}

/** A disposition as a chip: its label in its class's colour. */
export function DispositionChip({
  label,
  dispositionClass,
}: {
  label: string;
  dispositionClass: string | null;
}) {
  return <StatusChip tone={dispositionTone(dispositionClass)} label={label} />;
}
