import type { PacingWhy } from '../../contract/pacing-why.ts';
import { countAgents, decision, dropPercent, shown } from './pacing.ts';
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

/** Any pacing, with the brake: while more than the cap of 30 days is dropped, one call for each free agent. */
export function decideWithinCap(pacer: Pacer, view: FloorView): PacingDecision {
  const { answered, dropped } = view.drops;
  return dropPercent(dropped, answered) > view.capPercent
    ? decideProgressively(view, 'DROP_CAP', { dropPercent: shown(dropPercent(dropped, answered)) })
    : pacer.decide(view);
}

/** The pacing without any forecast. */
export function progressivePacer(): Pacer {
  return {
    watch: () => undefined,
    decide: (view) => decideProgressively(view, 'PROGRESSIVE'),
  };
}
