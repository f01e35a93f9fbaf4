import type { PacingWhy } from '../../contract/pacing-why.ts';
import { countAgents, decision } from './pacing.ts';
import type { FloorView, Pacer, PacingDecision } from './pacing.ts';

/** One call for each free agent: nobody is dropped unless an agent leaves meanwhile. */
export function decideProgressively(
  view: FloorView,
  why: PacingWhy,
  figures: Readonly<Record<string, number>> = {},
): PacingDecision {
  const reason = countAgents(view) === 0 ? 'NO_AGENT' : why;
  return decision(view, view.ready.length, 1, reason, figures);
}

/** The pacing without any forecast. */
export function progressivePacer(): Pacer {
  return {
    watch: () => undefined,
    decide: (view) => decideProgressively(view, 'PROGRESSIVE'),
  };
}
