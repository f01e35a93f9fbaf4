import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { SettlementLimits } from '../../../contract/settlement.ts';
import { Notice } from '../../components/notice.tsx';
import { settlementPath } from '../../components/settlement-path.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { inDays } from './terms.ts';

/** The first day on which the loan may be settled again; null: from now on. */
export const coolingOf = (limits: SettlementLimits | undefined): string | null =>
  limits?.coolingUntil != null && limits.coolingUntil > inDays(0) ? limits.coolingUntil : null;

/** Why nothing can be proposed now: a settlement is open or on its way, or one was paid lately. */
export function Blocked(props: {
  user: LoggedInUser;
  known: SettlementLimits | undefined;
  isProposed: boolean;
}) {
  const { user, known, isProposed } = props;
  const t = useText();
  const coolingUntil = coolingOf(known);
  if (known?.open != null) return <OpenAlready user={user} open={known.open} />;
  if (isProposed) return <OnItsWay />;
  if (coolingUntil === null) return null;
  const day = formatDay(coolingUntil);
  return <Notice tone="warn" title={t('settlements.coolingUntil', { day })} />;
}

function OnItsWay() {
  const t = useText();
  return (
    <Notice
      tone="warn"
      title={t('settlements.waitsToBeSent')}
      action={
        <Button component={Link} to="/outbox" variant="default">
          {t('menu.outbox')}
        </Button>
      }
    />
  );
}

function OpenAlready(props: { user: LoggedInUser; open: NonNullable<SettlementLimits['open']> }) {
  const { user, open } = props;
  const t = useText();
  const path = settlementPath(user.role, open._id);
  return (
    <Notice
      tone="warn"
      title={t('settlements.openAlready', {
        name: open.Proposed_By,
        status: t(`settlements.state.${open.settlementStatus}`),
      })}
      {...(path !== null && {
        action: (
          <Button component={Link} to={path} variant="default">
            {t('settlements.openIt')}
          </Button>
        ),
      })}
    />
  );
}
