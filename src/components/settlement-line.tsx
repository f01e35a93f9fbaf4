import { Button } from '@mantine/core';
import { IconFileDollar } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Loan } from '../../contract/loan.ts';
import type { Role } from '../../contract/roles.ts';
import { formatDay } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { Notice } from './notice.tsx';
import { isBeingPaid } from './settlement-chip.tsx';
import { settlementPath } from './settlement-path.ts';

/** Who may propose one (spec's staff who work loans). */
const PROPOSERS: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT', 'MANAGER']);

/**
 * A loan's open settlement with the way to it; where there is none, the way to propose one. `reader` null: whoever has the
 * loan before them now, but may not settle it.
 */
export function SettlementLine({ loan, reader }: { loan: Loan; reader: Role | null }) {
  const t = useText();
  const { settlementId, settlementStatus, settlementAmount, settlementDueOn } = loan;
  if (settlementId == null || settlementStatus == null)
    return loan.status === 'ACTIVE' && reader !== null && PROPOSERS.has(reader) ? (
      <Button
        component={Link}
        to={`/settlement/propose?loanId=${loan._id}`}
        variant="default"
        size="md"
        leftSection={<IconFileDollar size={18} stroke={1.7} aria-hidden />}
      >
        {t('settlements.propose')}
      </Button>
    ) : null;
  const path = reader === null ? null : settlementPath(reader, settlementId);
  const amount = formatRupees(settlementAmount ?? null);
  const status = t(`settlements.state.${settlementStatus}`);
  const isPaid = isBeingPaid(loan) && settlementDueOn != null;
  return (
    <Notice
      tone="info"
      title={
        isPaid
          ? t('settlements.collect', { amount, day: formatDay(settlementDueOn) })
          : t('settlements.chip', { amount, status })
      }
      {...(path !== null && {
        action: (
          <Button component={Link} to={path} variant="default">
            {t('settlements.openIt')}
          </Button>
        ),
      })}
    >
      {isPaid ? t('settlements.collectNote') : undefined}
    </Notice>
  );
}
