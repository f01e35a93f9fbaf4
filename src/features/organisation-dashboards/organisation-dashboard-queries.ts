import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { organisationDashboardCalls as calls } from '../../../contract/organisation-dashboard.ts';
import type { OrganisationLanding } from '../../../contract/organisation-dashboard.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';

/** The figures of a morning need not be newer than this when the screen is opened again. */
const fresh = { staleTime: 30_000 };

/** The organisation's morning. */
export function useOrganisationLanding() {
  return useCallQuery(calls.readOrganisationLanding, {}, fresh);
}

/** No loan, and nothing collected of earlier ones: there is no morning yet. */
export const isNothingYet = ({ stock, collected }: OrganisationLanding): boolean =>
  stock.all.count === 0 && collected.days.every(({ amount }) => amount === 0);

/** A partner's morning. */
export function usePartnerLanding() {
  return useCallQuery(calls.readPartnerLanding, {}, fresh);
}

/** A lender's morning. */
export function useClientLanding() {
  return useCallQuery(calls.readClientLanding, {}, fresh);
}

/** How many devices have a concern; undefined while unknown. */
function useDeviceCount(concern: 'GAPS' | 'SILENT'): number | undefined {
  const query = { concern, pageSize: 1 };
  return useCallQuery(deviceWatchCalls.listDevices, { query }, fresh).data?.totalCount;
}

/** What waits for somebody responsible: lost work, silent devices, open decisions. Null while unknown. */
export function useAttention(): { gaps: number; silent: number; conflicts: number } | null {
  const gaps = useDeviceCount('GAPS');
  const silent = useDeviceCount('SILENT');
  const query = { pageSize: 1 };
  const found = useCallQuery(loanConflictCalls.listLoanConflicts, { query }, fresh).data;
  if (gaps === undefined || silent === undefined || found === undefined) return null;
  return { gaps, silent, conflicts: found.totalCount };
}

/** How the installation is, measured anew whenever it is asked. */
export function useHealth() {
  return useCallQuery(calls.readHealth, {});
}

/** Checks the next part of the audit trail; the checks are read again afterwards. */
export function useAuditVerification() {
  return useCallCommand(calls.verifyAuditTrail, { timeoutMs: 60_000, readsAgain: 'done' });
}
