import { useQuery } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { userDataCalls } from '../../../contract/user-data.ts';
import { server } from '../../remote/session-client.ts';

/** What an organisation needs before its first loans, each step resting on those before it; a partner only where there is one. */
export const SET_UP_STEPS = [
  'client',
  'clientAdmin',
  'manager',
  'collector',
  'fieldAgent',
  'partner',
] as const;

/** A step of the set-up. */
export type SetUpStep = (typeof SET_UP_STEPS)[number];

const query = { pageSize: 1 };

function count(step: SetUpStep, signal: AbortSignal): Promise<{ totalCount: number }> {
  switch (step) {
    case 'client':
      return server.call(clientCalls.listClients, { query }, { signal });
    case 'clientAdmin':
      return server.call(
        userDataCalls.listUserData,
        { query: { ...query, role: ['CLIENT_ADMIN'] } },
        { signal },
      );
    case 'manager':
      return server.call(peopleCalls.listManagers, { query }, { signal });
    case 'collector':
      return server.call(peopleCalls.listCollectors, { query }, { signal });
    case 'fieldAgent':
      return server.call(peopleCalls.listFieldAgents, { query }, { signal });
    case 'partner':
      return server.call(partnerCalls.listPartners, { query }, { signal });
  }
}

/** Which steps of the set-up are done; undefined while unknown. Counted anew whenever the screen is opened. */
export function useSetUp(): Record<SetUpStep, boolean> | undefined {
  return useQuery({
    queryKey: ['organisation-dashboards', 'set-up'],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        SET_UP_STEPS.map(async (step) => [step, (await count(step, signal)).totalCount > 0]),
      );
      return Object.fromEntries(found) as Record<SetUpStep, boolean>;
    },
    staleTime: 0,
  }).data;
}
