import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

const DAY_MS = 86_400_000;

/** The day (`YYYY-MM-DD`, UTC) so many days from now. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The instant so many minutes ago. */
export const ago = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();

/** A new loan of the first manager's, with one of the agents. */
export async function loanOf(
  server: TestServer,
  name: 'collector' | 'collector2' | 'collector3' | 'fieldagent',
): Promise<string> {
  return server.addLoan({
    managerId: server.people.manager.id,
    ...(name === 'fieldagent'
      ? { fieldAgentId: server.people.fieldagent.id }
      : { collectorId: server.people[name].id }),
  });
}

/** The body of a call that nobody answered. */
export const callOf = (loanId: string, more: object = {}) => ({
  _id: newId(),
  loanId,
  disposition: 'RINGING',
  call_status: 'CALL_ENDED',
  duration: 20,
  ...more,
});

/** The body of a visit to a locked door, without a position. */
export const visitOf = (loanId: string, more: object = {}) => ({
  _id: newId(),
  loanId,
  disposition: 'FIELD_DOOR_LOCKED',
  position: { missingReason: 'DENIED' },
  ...more,
});
