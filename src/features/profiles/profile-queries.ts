import { authCalls } from '../../../contract/auth.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { callKey, useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';
import { renewStoredUser, storedUser } from '../../remote/stored-user.ts';

/** The logged-in person's own account, by the call of its role (spec 7.1), of those that have none by one of ours. */
export function useProfile() {
  const user = storedUser();
  const role = user?.role ?? '';
  const id = user?._id ?? '';
  const of = (one: string) => (role === one ? { params: { id } } : null);
  const isNamed = ['ADMIN', 'MANAGER', 'COLLECTOR'].includes(role);
  const admin = useCallQuery(peopleCalls.readAdmin, of('ADMIN'), { select: ({ data }) => data });
  const manager = useCallQuery(peopleCalls.readManager, of('MANAGER'), {
    select: ({ data }) => data,
  });
  const collector = useCallQuery(peopleCalls.readCollector, of('COLLECTOR'), {
    select: ({ data }) => data,
  });
  const own = useCallQuery(peopleCalls.readProfile, isNamed ? null : {}, {
    select: ({ data }) => data,
  });
  if (!isNamed) return own;
  if (role === 'ADMIN') return admin;
  return role === 'MANAGER' ? manager : collector;
}

/** Changes the own name, e-mail or phone. The form shows what was refused, so no toast does. */
export function useChangeProfile() {
  return useBodyCommand(peopleCalls.changeProfile, {
    readsAgain: 'done',
    isQuiet: true,
    isAnswerOf: () => callKey(peopleCalls.readProfile, {}),
    onDone: () => {
      // The top bar shows the name. When this fails, the next login brings it.
      server
        .call(authCalls.whoAmI)
        .then(({ userInfo }) => renewStoredUser(userInfo))
        .catch(() => undefined);
    },
  });
}
