import { useCallback } from 'react';
import type { PacingDecision } from '../../../contract/predictive-report.ts';
import { useText } from '../../lib/texts/texts.ts';

const KNOWN = [
  'NO_AGENT',
  'FEW_AGENTS',
  'DROP_CAP',
  'DROP_BURST',
  'PROGRESSIVE',
  'TRUNKS',
  'LEVEL',
  'FREE_SOON',
] as const;

/** Says a decision's reason in words; one that a newer server gives is shown as it is. */
export function useWhyWords(): (decision: Pick<PacingDecision, 'why'>) => string {
  const t = useText();
  return useCallback(
    ({ why }) => {
      const known = KNOWN.find((each) => each === why);
      return known === undefined ? (why ?? '–') : t(`predictiveReport.why_${known}`);
    },
    [t],
  );
}
