import type { Settlement, SettlementState } from '../../../contract/settlement.ts';
import { RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from './settlements.module.css';

const TONES: Readonly<Record<SettlementState, Tone>> = {
  PROPOSED: 'warn',
  APPROVED_BY_MANAGER: 'info',
  COUNTERED: 'warn',
  APPROVED_BY_CLIENT: 'info',
  LETTER_ISSUED: 'info',
  ACTIVE: 'info',
  FULFILLED: 'good',
  REJECTED: 'danger',
  WITHDRAWN: 'quiet',
  EXPIRED: 'quiet',
  BROKEN: 'danger',
};

/** Where a settlement stands, in a word with its colour. */
function SettlementChip({ state }: { state: SettlementState }) {
  const t = useText();
  return <StatusChip tone={TONES[state]} label={t(`settlements.state.${state}`)} />;
}

/** Where it stands, who must act, and since when. */
export function SettlementStands({ settlement }: { settlement: Settlement }) {
  const t = useText();
  const { settlementStatus, waitsFor, waitsSince } = settlement;
  return (
    <TwoLines
      first={
        <span className={classes.stands}>
          <SettlementChip state={settlementStatus} />
        </span>
      }
      second={
        waitsFor !== null && (
          <>
            {t(`settlements.waits.${waitsFor}`)} · <RelativeTimeText value={waitsSince} />
          </>
        )
      }
    />
  );
}
