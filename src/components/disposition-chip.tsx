import { useText } from '../lib/texts/texts.ts';
import { dispositionWords } from './disposition-words.ts';
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
  code,
  label,
  dispositionClass,
}: {
  code: string;
  /** The server's words, for codes that the catalogue does not know. */
  label: string;
  dispositionClass: string | null;
}) {
  const t = useText();
  const words = dispositionWords(t, code, label);
  return <StatusChip tone={dispositionTone(dispositionClass)} label={words} />;
}
