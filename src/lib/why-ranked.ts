import type { TFunction } from 'i18next';
import type { BoardRow } from '../../contract/agent-board.ts';
import { formatRupees } from './money.ts';

/** Why somebody stands where it does, in words. */
export function whyRanked(t: TFunction, row: BoardRow): string {
  const beyond = row.collected - row.expected;
  const parts = [
    t(beyond >= 0 ? 'agentBoard.over' : 'agentBoard.under', {
      amount: formatRupees(Math.abs(beyond)),
    }),
  ];
  if (row.keptPercent !== null) parts.push(t('agentBoard.keptOf', { percent: row.keptPercent }));
  if (row.breaches > 0) parts.push(t('agentBoard.breachesOf', { count: row.breaches }));
  if (row.complaints > 0) parts.push(t('agentBoard.complaintsOf', { count: row.complaints }));
  return parts.join(' · ');
}
