import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import type { CallInput } from '../../../contract/call.ts';
import { peopleCalls } from '../../../contract/people.ts';
import type { BulkPeopleAnswer, Person } from '../../../contract/person.ts';
import { userDataCalls } from '../../../contract/user-data.ts';
import { server } from '../../remote/session-client.ts';
import type { PersonKind } from './person-kinds.ts';

/** What narrows and orders a list of people. */
export type PeopleQuery = NonNullable<CallInput<typeof peopleCalls.listManagers>['query']>;

const KEY = 'people';
/** Managers and lenders offered in a select; a house has far fewer. */
const MOST_OFFERED = 200;
const LONG_MS = 60_000;
/** Five hundred passwords take their time to be hashed. */
const SHEET_TIMEOUT_MS = 5 * 60_000;

function listCall(kind: PersonKind) {
  switch (kind) {
    case 'manager':
      return peopleCalls.listManagers;
    case 'collector':
      return peopleCalls.listCollectors;
    case 'fieldAgent':
      return peopleCalls.listFieldAgents;
    case 'account':
      return userDataCalls.listUserData;
  }
}

/** A page of people of a kind; the page before stays while the next is on its way. */
export function usePeople(kind: PersonKind, query: PeopleQuery) {
  return useQuery({
    queryKey: [KEY, 'list', kind, query],
    queryFn: ({ signal }) => server.call(listCall(kind), { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many people of a kind there are; null until it is known, or when it is not asked. */
export function usePeopleCount(kind: PersonKind, isAsked = true): number | null {
  const counted = useQuery({
    queryKey: [KEY, 'list', kind, { pageSize: 1 }],
    queryFn: ({ signal }) => server.call(listCall(kind), { query: { pageSize: 1 } }, { signal }),
    enabled: isAsked,
    select: (page) => page.totalCount,
  });
  return counted.data ?? null;
}

function readCall(kind: PersonKind) {
  switch (kind) {
    case 'manager':
      return peopleCalls.readManager;
    case 'collector':
      return peopleCalls.readCollector;
    case 'fieldAgent':
      return peopleCalls.readFieldAgent;
    case 'account':
      return userDataCalls.readUserData;
  }
}

/** One person for its form. Read anew each time: a form must not begin with what somebody else has changed since. */
export function usePerson(kind: PersonKind, id: string | null) {
  return useQuery({
    queryKey: [KEY, 'one', kind, id],
    queryFn: ({ signal }) => server.call(readCall(kind), { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    select: (answer) => answer.data,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The managers who can be given people: those who can log in. */
export function useManagerOptions(isAsked = true) {
  return useQuery({
    queryKey: [KEY, 'list', 'manager', 'offered'],
    queryFn: ({ signal }) =>
      server.call(
        peopleCalls.listManagers,
        { query: { pageSize: MOST_OFFERED, status: 'active', sort: 'fullName' } },
        { signal },
      ),
    enabled: isAsked,
    select: (page) => page.data.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
  });
}

/** The lenders the person may see. */
export function useClientOptions(isAsked = true) {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) => server.call(clientCalls.listClientNames, {}, { signal }),
    enabled: isAsked,
    staleTime: LONG_MS,
    select: (answer) =>
      answer.data.map(({ _id, Client_Name }) => ({ value: _id, label: Client_Name })),
  });
}

/** What hangs on a person. Always asked anew: it is what a decision rests on. */
export function useRemoval(id: string) {
  return useQuery({
    queryKey: [KEY, 'removal', id],
    queryFn: ({ signal }) => server.call(peopleCalls.readRemoval, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A write after which every list of people is read again. */
function usePeopleChange<Input, Answer>(send: (input: Input) => Promise<Answer>, isQuiet = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { isQuiet },
    onSettled: () => client.invalidateQueries({ queryKey: [KEY, 'list'] }),
  });
}

/** Lets an account log in again, or ends its logins; its loans may go to a successor. */
export function useSetActive() {
  return usePeopleChange(
    ({ id, ...body }: { id: string; isActive: boolean; successorId?: string }) =>
      server.call(peopleCalls.setPersonActive, { params: { id }, body }),
  );
}

/** Moves a collector or field agent with its loans to another manager. */
export function useMove() {
  return usePeopleChange(({ id, managerId }: { id: string; managerId: string }) =>
    server.call(peopleCalls.moveCollector, { params: { id }, body: { managerId } }),
  );
}

/** Deletes a person for good; what hangs on it goes to the successor. */
export function useRemovePerson() {
  return usePeopleChange(
    ({ person, successorId }: { person: Pick<Person, '_id' | 'role'>; successorId?: string }) => {
      const { _id: id, role } = person;
      const query = successorId === undefined ? {} : { successorId };
      if (role === 'MANAGER')
        return server.call(peopleCalls.removeManager, { params: { id }, query });
      if (role === 'COLLECTOR' || role === 'FIELD_AGENT') {
        return server.call(peopleCalls.removeCollector, { params: { id }, query });
      }
      return server.call(userDataCalls.removeUserData, { body: { _id: id, ...query } });
    },
  );
}

/** Checks a sheet of people, or makes those of its rows that are right. */
export function usePeopleSheet() {
  return usePeopleChange(
    ({ file, isTrial }: { file: File; isTrial: boolean }): Promise<BulkPeopleAnswer> =>
      server.call(
        peopleCalls.addPeopleFromSheet,
        { body: { isTrial: isTrial ? 'true' : 'false' }, files: { file: [file] } },
        { timeoutMs: SHEET_TIMEOUT_MS },
      ),
  );
}
