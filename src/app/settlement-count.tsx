import { settlementCalls } from '../../contract/settlement-calls.ts';
import { useCallQuery } from '../data/call-query.ts';
import { formatCount } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './side-menu.module.css';

/** Other people's work changes it: read again this often, milliseconds. */
const FRESH_MS = 60_000;

/** How many settlements wait for the reader; nothing when none does. */
export function SettlementCount() {
  const t = useText();
  const counted = useCallQuery(settlementCalls.countSettlements, {}, { staleTime: FRESH_MS });
  const count = counted.data?.data.mine ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count} title={t('settlements.view.mine')}>
      {formatCount(count)}
    </span>
  );
}
