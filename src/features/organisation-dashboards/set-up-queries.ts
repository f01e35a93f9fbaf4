import { clientCalls } from '../../../contract/client.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { userDataCalls } from '../../../contract/user-data.ts';
import { useCallQuery } from '../../data/call-query.ts';

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

const first = { query: { pageSize: 1 } };
const admins = { query: { pageSize: 1, role: ['CLIENT_ADMIN' as const] } };
/** Counted anew whenever the screen is opened. */
const anew = { staleTime: 0 };

/** Which steps of the set-up are done; undefined while unknown. */
export function useSetUp(): Record<SetUpStep, boolean> | undefined {
  const counts = {
    client: useCallQuery(clientCalls.listClients, first, anew).data?.totalCount,
    clientAdmin: useCallQuery(userDataCalls.listUserData, admins, anew).data?.totalCount,
    manager: useCallQuery(peopleCalls.listManagers, first, anew).data?.totalCount,
    collector: useCallQuery(peopleCalls.listCollectors, first, anew).data?.totalCount,
    fieldAgent: useCallQuery(peopleCalls.listFieldAgents, first, anew).data?.totalCount,
    partner: useCallQuery(partnerCalls.listPartners, first, anew).data?.totalCount,
  };
  const found = SET_UP_STEPS.map((step) => [step, counts[step]] as const);
  if (found.some(([, count]) => count === undefined)) return undefined;
  return Object.fromEntries(found.map(([step, count = 0]) => [step, count > 0])) as Record<
    SetUpStep,
    boolean
  >;
}
