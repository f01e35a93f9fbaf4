import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRecordingCalls } from '../../../contract/call-recording.ts';
import { borrowerProfileCalls } from '../../../contract/borrower-profile.ts';
import type { CallInput } from '../../../contract/call.ts';
import { dispositionChangeCalls } from '../../../contract/disposition-change.ts';
import type { DispositionCorrection } from '../../../contract/disposition-change.ts';
import { loanNoteCalls } from '../../../contract/loan-note.ts';
import { server } from '../../remote/session-client.ts';
import { DESK_KEY } from './call-desk-queries.ts';

/** Query options of what calling the loan's borrower has taught; read again when something was delivered. */
export function borrowerProfileQuery(loanId: string) {
  return queryOptions({
    queryKey: [DESK_KEY, 'profile', loanId],
    queryFn: ({ signal }) =>
      server.call(borrowerProfileCalls.getBorrowerProfile, { query: { loanId } }, { signal }),
    meta: { deviceTopics: ['delivery'] },
  });
}

/** What calling the loan's borrower has taught. */
export function useBorrowerProfile(loanId: string) {
  return useQuery(borrowerProfileQuery(loanId));
}

/** Notes a number that was learnt; the profile shows it at once. */
export function useAddNumber(loanId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { number: string; holder: string }) =>
      server.call(borrowerProfileCalls.addLearntNumber, { body: { loanId, ...given } }),
    onSuccess: (profile) => client.setQueryData([DESK_KEY, 'profile', loanId], profile),
  });
}

/** The loan's notes. */
export function useLoanNotes(loanId: string) {
  return useQuery({
    queryKey: [DESK_KEY, 'notes', loanId],
    queryFn: ({ signal }) =>
      server.call(loanNoteCalls.listLoanNotes, { query: { loanId } }, { signal }),
    select: (answer) => answer.data,
  });
}

/** A new note as the call takes it. */
export type NewNote = NonNullable<CallInput<typeof loanNoteCalls.addLoanNote>['body']>;

/** Writes, pins and removes notes of a loan; the list follows. */
export function useNoteChanges(loanId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: [DESK_KEY, 'notes', loanId] });
  const add = useMutation({
    mutationFn: (body: NewNote) => server.call(loanNoteCalls.addLoanNote, { body }),
    onSuccess,
  });
  const pin = useMutation({
    mutationFn: (body: { _id: string; isPinned: boolean }) =>
      server.call(loanNoteCalls.pinLoanNote, { body }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => server.call(loanNoteCalls.removeLoanNote, { params: { id } }),
    onSuccess,
  });
  return { add, pin, remove };
}

/** The bytes of a call's recording. */
export async function loadRecording(callId: string): Promise<Blob> {
  const input = { params: { id: callId } };
  const { blob } = await server.download(callRecordingCalls.getRecording, input, {
    timeoutMs: 120_000,
  });
  return blob;
}

/** One contact with what it said before. */
export function useDispositionRecord(id: string) {
  return useQuery({
    queryKey: [DESK_KEY, 'record', id],
    queryFn: ({ signal }) =>
      server.call(dispositionChangeCalls.getDisposition, { params: { id } }, { signal }),
  });
}

/** A loan's newest calls, to choose one to correct. */
export function useLoanCalls(loanId: string) {
  return useQuery({
    queryKey: [DESK_KEY, 'calls', loanId],
    queryFn: ({ signal }) => {
      const query = { loanId, pageSize: 50 };
      return server.call(dispositionChangeCalls.listLoanDispositions, { query }, { signal });
    },
    enabled: loanId !== '',
    select: (answer) => answer.data,
  });
}

/** Every code that a contact may have. */
export function useAllCodes() {
  return useQuery({
    queryKey: [DESK_KEY, 'all-codes'],
    queryFn: ({ signal }) => server.call(dispositionChangeCalls.listDispositions, {}, { signal }),
    staleTime: 3_600_000,
    select: (answer) => answer.data,
  });
}

/** Corrects, removes and brings back contacts; whatever the desk shows is read again, also after somebody was faster. */
export function useDispositionChanges() {
  const client = useQueryClient();
  // Nobody waits for it; a contact that is gone is not asked for again.
  const onSettled = () => {
    void client.invalidateQueries({
      queryKey: [DESK_KEY],
      predicate: ({ queryKey }) => queryKey[1] !== 'record',
    });
  };
  const correct = useMutation({
    mutationFn: (body: DispositionCorrection) =>
      server.call(dispositionChangeCalls.correctDisposition, { body }),
    onSuccess: (record) => client.setQueryData([DESK_KEY, 'record', record._id], record),
    onError: () => client.invalidateQueries({ queryKey: [DESK_KEY, 'record'] }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (body: { ids: string[]; reason?: string }) =>
      server.call(dispositionChangeCalls.removeDispositions, { body }),
    onSettled,
  });
  const restore = useMutation({
    mutationFn: (ids: string[]) =>
      server.call(dispositionChangeCalls.restoreDispositions, { body: { ids } }),
    onSettled,
  });
  return { correct, remove, restore };
}
