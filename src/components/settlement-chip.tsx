import type { Loan } from '../../contract/loan.ts';
import { formatDay } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { dueState } from '../lib/relative-time.ts';
import { useText } from '../lib/texts/texts.ts';
import { useToday } from './figure.tsx';
import { StatusChip } from './status-chip.tsx';
import type { Tone } from './status-chip.tsx';

/** What a loan says of its open settlement. */
export type ShownSettlement = Pick<
  Loan,
  'settlementId' | 'settlementStatus' | 'settlementDueOn' | 'settlementAmount'
>;

/** Whether the borrower has the client's word, and pays on it. */
export const isBeingPaid = ({ settlementStatus }: ShownSettlement): boolean =>
  settlementStatus === 'LETTER_ISSUED' || settlementStatus === 'ACTIVE';

const TONES: Readonly<Record<ReturnType<typeof dueState>['state'], Tone>> = {
  overdue: 'danger',
  today: 'warn',
  ahead: 'info',
};

/** A loan's open settlement: while it is being paid, how much to collect by when; else where it stands. */
export function SettlementChip({ loan }: { loan: ShownSettlement }) {
  const t = useText();
  const now = useToday();
  const { settlementStatus, settlementDueOn: day, settlementAmount } = loan;
  if (settlementStatus == null) return null;
  const amount = formatRupees(settlementAmount ?? null);
  if (!isBeingPaid(loan) || day == null)
    return (
      <StatusChip
        tone="info"
        label={t('settlements.chip', {
          amount,
          status: t(`settlements.state.${settlementStatus}`),
        })}
      />
    );
  return (
    <StatusChip
      tone={TONES[dueState(day, now).state]}
      label={t('settlements.collect', { amount, day: formatDay(day) })}
    />
  );
}
