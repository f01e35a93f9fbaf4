import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import { userDataCalls } from '../../../contract/user-data.ts';
import { server } from '../../remote/session-client.ts';

type BodyOf<Add extends { readonly body: unknown }> = Add extends infer C
  ? C extends Parameters<typeof server.call>[0]
    ? NonNullable<CallInput<C>['body']>
    : never
  : never;

/** A new person as its kind's call takes it. */
export type NewPerson =
  | { kind: 'manager'; body: BodyOf<typeof peopleCalls.addManager> }
  | { kind: 'collector'; body: BodyOf<typeof peopleCalls.addCollector> }
  | { kind: 'fieldAgent'; body: BodyOf<typeof peopleCalls.addFieldAgent> }
  | { kind: 'account'; body: BodyOf<typeof userDataCalls.addUserData> };

type ChangedPart<Each> = Each extends { kind: infer Kind; body: infer Body }
  ? { kind: Kind; body: Partial<Body> }
  : never;

/** What a form changes: the changed fields only, on the revision it was filled in on. */
export type PersonChange = ChangedPart<NewPerson> & { _id: string; revision: number };

async function add(person: NewPerson): Promise<Person> {
  switch (person.kind) {
    case 'manager':
      return (await server.call(peopleCalls.addManager, { body: person.body })).data;
    case 'collector':
      return (await server.call(peopleCalls.addCollector, { body: person.body })).data;
    case 'fieldAgent':
      return (await server.call(peopleCalls.addFieldAgent, { body: person.body })).data;
    case 'account':
      return (await server.call(userDataCalls.addUserData, { body: person.body })).data;
  }
}

async function change({ _id, revision, ...person }: PersonChange): Promise<Person> {
  const base = { _id, revision };
  switch (person.kind) {
    case 'manager':
      return (await server.call(peopleCalls.changeManager, { body: { ...person.body, ...base } }))
        .data;
    case 'collector':
      return (await server.call(peopleCalls.changeCollector, { body: { ...person.body, ...base } }))
        .data;
    case 'fieldAgent':
      return (
        await server.call(peopleCalls.changeFieldAgent, { body: { ...person.body, ...base } })
      ).data;
    case 'account':
      return (
        await server.call(userDataCalls.changeUserData, { body: { ...person.body, ...base } })
      ).data;
  }
}

/** Makes or changes a person. The form shows what was refused where it belongs, so no toast does. */
export function useSavePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: NewPerson | PersonChange) =>
      '_id' in person ? change(person) : add(person),
    meta: { isQuiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['people', 'list'] }),
  });
}
