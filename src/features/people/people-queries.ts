import type { BodyOf, CallInput, NounCall, QueryOf } from '../../../contract/call.ts';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import { userDataCalls } from '../../../contract/user-data.ts';
import { useCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';
import type { PersonKind } from './person-kinds.ts';

/** Five hundred passwords take their time to be hashed. */
const SHEET_TIMEOUT_MS = 5 * 60_000;

/** What narrows and orders a list of people. */
export type PeopleQuery = QueryOf<typeof peopleCalls.listManagers>;

/** The calls of each kind of person. */
const KINDS = {
  manager: {
    list: peopleCalls.listManagers,
    read: peopleCalls.readManager,
    add: peopleCalls.addManager,
    change: peopleCalls.changeManager,
  },
  collector: {
    list: peopleCalls.listCollectors,
    read: peopleCalls.readCollector,
    add: peopleCalls.addCollector,
    change: peopleCalls.changeCollector,
  },
  fieldAgent: {
    list: peopleCalls.listFieldAgents,
    read: peopleCalls.readFieldAgent,
    add: peopleCalls.addFieldAgent,
    change: peopleCalls.changeFieldAgent,
  },
  account: {
    list: userDataCalls.listUserData,
    read: userDataCalls.readUserData,
    add: userDataCalls.addUserData,
    change: userDataCalls.changeUserData,
  },
} as const satisfies Record<PersonKind, Record<string, NounCall>>;

/** A page of people of a kind; the page before stays while the next is on its way. */
export function usePeople(kind: PersonKind, query: PeopleQuery) {
  return useCallQuery(KINDS[kind].list, { query }, { keepsPrevious: true });
}

/** How many people of a kind there are; null until it is known, or when it is not asked. */
export function usePeopleCount(kind: PersonKind, enabled = true): number | null {
  const counted = useCallQuery(KINDS[kind].list, { query: { pageSize: 1 } }, { enabled });
  return counted.data?.totalCount ?? null;
}

/** One person for its form: it must not begin with what somebody else has changed since. */
export function usePerson(kind: PersonKind, id: string | null) {
  return useCallQuery(KINDS[kind].read, id === null ? null : { params: { id } }, {
    ...readWhenOpened,
    select: (answer) => answer.data,
  });
}

/** Deletes a person for good; what hangs on it goes to the successor. */
export function useRemovePerson() {
  return useCommand(
    ({ person, successorId }: { person: Pick<Person, '_id' | 'role'>; successorId?: string }) => {
      const { _id: id, role } = person;
      const query = successorId === undefined ? {} : { successorId };
      if (role === 'MANAGER')
        return server.call(peopleCalls.removeManager, { params: { id }, query });
      if (role === 'COLLECTOR' || role === 'FIELD_AGENT')
        return server.call(peopleCalls.removeCollector, { params: { id }, query });
      return server.call(userDataCalls.removeUserData, { body: { _id: id, ...query } });
    },
    { changes: ['people'] },
  );
}

/** Checks a sheet of people, or makes those of its rows that are right. */
export function usePeopleSheet() {
  return useCommand(
    ({ file, isTrial }: { file: File; isTrial: boolean }) =>
      server.call(
        peopleCalls.addPeopleFromSheet,
        { body: { isTrial: isTrial ? 'true' : 'false' }, files: { file: [file] } },
        { timeoutMs: SHEET_TIMEOUT_MS },
      ),
    { changes: ['people'] },
  );
}

/** A new person as its kind's call takes it. */
export type NewPerson = {
  [Kind in PersonKind]: { kind: Kind; body: BodyOf<(typeof KINDS)[Kind]['add']> };
}[PersonKind];

type ChangedPart<Each> = Each extends { kind: infer Kind; body: infer Body }
  ? { kind: Kind; body: Partial<Body> }
  : never;

/** What a form changes: the changed fields only, on the revision it was filled in on. */
export type PersonChange = ChangedPart<NewPerson> & { _id: string; revision: number };

/** Makes or changes a person. The form shows what was refused where it belongs, so no toast does. */
export function useSavePerson() {
  return useCommand(
    async (person: NewPerson | PersonChange): Promise<Person> => {
      const isNew = !('_id' in person);
      const call = isNew ? KINDS[person.kind].add : KINDS[person.kind].change;
      const body = isNew
        ? person.body
        : { ...person.body, _id: person._id, revision: person.revision };
      // The kind picks both the call and the body's type.
      return (await server.call(call, { body } as CallInput<typeof call>)).data;
    },
    { changes: ['people'], isQuiet: true },
  );
}
