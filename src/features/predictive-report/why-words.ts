import { useCallback } from 'react';
import { PACING_WHYS } from '../../../contract/pacing-why.ts';
import type { PacingDecision } from '../../../contract/predictive-report.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Says a decision's reason in words; one that a newer server gives is shown as it is. */
export function useWhyWords(): (decision: Pick<PacingDecision, 'why'>) => string {
  const t = useText();
  return useCallback(
    ({ why }) => {
      const known = PACING_WHYS.find((each) => each === why);
      return known === undefined ? (why ?? '–') : t(`predictiveReport.why_${known}`);
    },
    [t],
  );
}
