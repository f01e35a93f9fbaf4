import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'partners';

/** A list's query as the call takes it. */
export type PartnerQuery = NonNullable<CallInput<typeof partnerCalls.listPartners>['query']>;
/** A partner's form as the calls take it. */
export type PartnerBody = CallInput<typeof partnerCalls.changePartner>['body'];

/** A page of partners; the page before stays on screen while the next is on its way. */
export function usePartners(query: PartnerQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => server.call(partnerCalls.listPartners, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One partner with its contact persons; nothing is asked without an id. */
export function usePartner(id: string | null) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) =>
      server.call(partnerCalls.readPartner, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    // The form holds what it was opened with: it is read anew whenever it is opened.
    gcTime: 0,
    refetchOnWindowFocus: false,
    select: (answer) => answer.data,
  });
}

/** What hangs on a partner, read when it is asked whether to let it go. */
export function usePartnerRemoval(id: string) {
  return useQuery({
    queryKey: [KEY, 'removal', id],
    queryFn: ({ signal }) =>
      server.call(partnerCalls.readPartnerRemoval, { params: { id } }, { signal }),
    gcTime: 0,
    select: (answer) => answer.data,
  });
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY, 'list'] });
}

/** Stores a new partner (id null) or a changed one; refusals are left to the form. */
export function useSavePartner() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: PartnerBody }) =>
      id === null
        ? server.call(partnerCalls.addPartner, { body: { ...body, password: body.password ?? '' } })
        : server.call(partnerCalls.changePartner, { params: { id }, body }),
    meta: { isQuiet: true },
    onSuccess: refresh,
  });
}

/** Disables a partner or lets it log in again. */
export function useSetPartnerActive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      server.call(partnerCalls.setPartnerActive, { params: { id }, body: { isActive } }),
    onSuccess: refresh,
  });
}

/** Deletes a partner; what hangs on it goes to the successor. */
export function useRemovePartner() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, successorId }: { id: string; successorId: string | null }) =>
      server.call(partnerCalls.removePartner, {
        params: { id },
        query: successorId === null ? {} : { successorId },
      }),
    onSuccess: refresh,
  });
}

/** Whether a partner is not there (any more), or the id is none. */
export function isMissing(error: unknown): boolean {
  return error instanceof RefusedError && (error.status === 404 || error.status === 400);
}
