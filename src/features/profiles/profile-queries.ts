import { authCalls } from '../../../contract/auth.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { callKey, useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';
import { renewStoredUser } from '../../remote/stored-user.ts';

/** The logged-in person's own account. */
export function useProfile() {
  return useCallQuery(peopleCalls.readProfile, {}, { select: (answer) => answer.data });
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
