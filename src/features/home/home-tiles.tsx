import type { Role } from '../../../contract/roles.ts';
import { StatTile } from '../../components/stat-tile.tsx';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import {
  hasActiveLoans,
  hasLoanList,
  useActiveCounts,
  useLoanCounts,
  useTodayTotals,
} from './home-queries.ts';

/** The day's figures of a role, each with a comparison and the list behind it. */
export function HomeTiles({ role }: { role: Role }) {
  return (
    <>
      <LoanTile role={role} />
      <TodayTiles role={role} />
    </>
  );
}

function LoanTile({ role }: { role: Role }) {
  const t = useText();
  const loans = useLoanCounts(role);
  const active = useActiveCounts(role);
  if (role !== 'MANAGER' && hasActiveLoans(role)) {
    return (
      <StatTile
        label={t('home.activeLoans')}
        value={formatCount(active.all)}
        comparison={`${formatCount(active.neverWorked)} ${t('home.neverWorked').toLowerCase()}`}
        to="/active-loans"
      />
    );
  }
  if (!hasLoanList(role)) return null;
  const list = listPath(role);
  return (
    <StatTile
      label={t('home.totalLoans')}
      value={formatCount(loans.all)}
      comparison={`${formatCount(loans.notAllocated)} ${t('home.notAllocated').toLowerCase()}`}
      {...(list !== null && { to: list })}
    />
  );
}

/** The loan list that a role may open; null when it has none. */
export function listPath(role: Role): string | null {
  if (role === 'MANAGER') return '/all-loans';
  return role === 'ADMIN' || role === 'CLIENT_ADMIN' ? '/loans' : null;
}

function TodayTiles({ role }: { role: Role }) {
  const t = useText();
  const { calls, visits } = useTodayTotals(role);
  if (calls === undefined && visits === undefined) return null;
  const collected = (calls?.amountCollected ?? 0) + (visits?.amountCollected ?? 0);
  const promised = (calls?.promiseAmount ?? 0) + (visits?.promiseAmount ?? 0);
  const promises = (calls?.promiseCount ?? 0) + (visits?.promiseCount ?? 0);
  return (
    <>
      {calls !== undefined && (
        <StatTile
          label={t('home.callsToday')}
          value={formatCount(calls.count)}
          comparison={t('reports.onLoans', { count: calls.loanCount })}
          to="/daily-reports"
        />
      )}
      {visits !== undefined && (
        <StatTile
          label={t('home.visitsToday')}
          value={formatCount(visits.count)}
          comparison={t('reports.onLoans', { count: visits.loanCount })}
          to="/daily-field-reports"
        />
      )}
      <StatTile
        label={t('home.collectedToday')}
        value={formatRupees(collected)}
        comparison={`${t('reports.promised')} ${formatRupees(promised)} · ${t('home.promises', { count: promises })}`}
      />
    </>
  );
}
