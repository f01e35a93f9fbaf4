import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { authCalls } from '../../../contract/auth.ts';
import type { CallInput } from '../../../contract/call.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { server } from '../../remote/session-client.ts';
import { renewStoredUser } from '../../remote/stored-user.ts';

const KEY = ['profile'];

/** The logged-in person's own account. */
export function useProfile() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => server.call(peopleCalls.readProfile, {}, { signal }),
    select: (answer) => answer.data,
  });
}

/** Changes the own name, e-mail or phone. The form shows what was refused, so no toast does. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<CallInput<typeof peopleCalls.changeProfile>['body']>) =>
      server.call(peopleCalls.changeProfile, { body }),
    meta: { isQuiet: true },
    onSuccess: (answer) => {
      client.setQueryData(KEY, answer);
      // The top bar shows the name. When this fails, the next login brings it.
      server
        .call(authCalls.whoAmI)
        .then(({ userInfo }) => renewStoredUser(userInfo))
        .catch(() => undefined);
    },
  });
}

/** Changes the own password; every other session of the person ends. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      server.call(authCalls.changePassword, { body }),
    meta: { isQuiet: true },
  });
}
