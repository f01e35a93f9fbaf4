import type { Loan, LoanStatus } from '../../../contract/loan.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';

/** How each standing reads. */
const STANDING_TONES: Readonly<Record<LoanStatus, Tone>> = {
  ACTIVE: 'info',
  PAID: 'good',
  SETTLED: 'good',
  WITHDRAWN: 'warn',
  EXPIRED: 'warn',
  DELETED: 'danger',
};

/** Where a loan stands, as a chip; nothing for one that is worked. */
export function LoanStanding({ loan }: { loan: Pick<Loan, 'status'> }) {
  const t = useText();
  // What was read by an older app, or kept by one, has no status: it is worked.
  const status = (loan.status as LoanStatus | undefined) ?? 'ACTIVE';
  if (status === 'ACTIVE') return null;
  return <StatusChip tone={STANDING_TONES[status]} label={t(`loanLife.${status}`)} />;
}
