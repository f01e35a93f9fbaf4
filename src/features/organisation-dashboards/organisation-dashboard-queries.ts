import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { organisationDashboardCalls } from '../../../contract/organisation-dashboard.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'organisation-dashboards';
/** The figures of a morning need not be newer than this when the screen is opened again. */
const FRESH_MS = 30_000;

/** The organisation's morning. */
export function useOrganisationLanding() {
  return useQuery({
    queryKey: [KEY, 'organisation'],
    queryFn: ({ signal }) =>
      server.call(organisationDashboardCalls.readOrganisationLanding, {}, { signal }),
    staleTime: FRESH_MS,
  });
}

/** A partner's morning. */
export function usePartnerLanding() {
  return useQuery({
    queryKey: [KEY, 'partner'],
    queryFn: ({ signal }) =>
      server.call(organisationDashboardCalls.readPartnerLanding, {}, { signal }),
    staleTime: FRESH_MS,
  });
}

/** A lender's morning. */
export function useClientLanding() {
  return useQuery({
    queryKey: [KEY, 'client'],
    queryFn: ({ signal }) =>
      server.call(organisationDashboardCalls.readClientLanding, {}, { signal }),
    staleTime: FRESH_MS,
  });
}

/** How many devices have a concern; undefined while unknown. */
function useDeviceCount(concern: 'GAPS' | 'SILENT'): number | undefined {
  return useQuery({
    queryKey: [KEY, 'devices', concern],
    queryFn: ({ signal }) =>
      server.call(deviceWatchCalls.listDevices, { query: { concern, pageSize: 1 } }, { signal }),
    staleTime: FRESH_MS,
    select: (answer) => answer.totalCount,
  }).data;
}

/** What waits for somebody responsible: lost work, silent devices, open decisions. Null while unknown. */
export function useAttention(): { gaps: number; silent: number; conflicts: number } | null {
  const gaps = useDeviceCount('GAPS');
  const silent = useDeviceCount('SILENT');
  const conflicts = useQuery({
    queryKey: [KEY, 'conflicts'],
    queryFn: ({ signal }) =>
      server.call(loanConflictCalls.listLoanConflicts, { query: { pageSize: 1 } }, { signal }),
    staleTime: FRESH_MS,
    select: (answer) => answer.totalCount,
  }).data;
  if (gaps === undefined || silent === undefined || conflicts === undefined) return null;
  return { gaps, silent, conflicts };
}

/** How the installation is, measured anew whenever it is asked. */
export function useHealth() {
  return useQuery({
    queryKey: [KEY, 'health'],
    queryFn: ({ signal }) => server.call(organisationDashboardCalls.readHealth, {}, { signal }),
  });
}

/** Checks the next part of the audit trail; the checks are read again afterwards. */
export function useAuditVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      server.call(organisationDashboardCalls.verifyAuditTrail, {}, { timeoutMs: 60_000 }),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY, 'health'] }),
  });
}
