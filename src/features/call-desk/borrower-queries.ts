import { borrowerProfileCalls } from '../../../contract/borrower-profile.ts';
import { dispositionChangeCalls } from '../../../contract/disposition-change.ts';
import { loanNoteCalls } from '../../../contract/loan-note.ts';
import { useBodyCommand, useCommand } from '../../data/call-command.ts';
import { callKey, useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

/** How what calling the loan's borrower has taught is asked; read again when something was delivered. */
export const profileOf = (loanId: string) =>
  [
    borrowerProfileCalls.getBorrowerProfile,
    { query: { loanId } },
    { topics: ['delivery'] },
  ] as const;

/** What calling the loan's borrower has taught. */
export function useBorrowerProfile(loanId: string) {
  return useCallQuery(...profileOf(loanId));
}

/** How a loan's notes are asked. */
export const notesOf = (loanId: string) =>
  [loanNoteCalls.listLoanNotes, { query: { loanId } }] as const;

/** A loan's notes, pinned ones first. */
export function useLoanNotes(loanId: string) {
  return useCallQuery(...notesOf(loanId), { select: ({ data }) => data });
}

/** Notes a number that was learnt; the profile shows it at once. */
export function useAddNumber(loanId: string) {
  return useCommand(
    (given: { number: string; holder: string }) =>
      server.call(borrowerProfileCalls.addLearntNumber, { body: { loanId, ...given } }),
    { isAnswerOf: () => callKey(borrowerProfileCalls.getBorrowerProfile, { query: { loanId } }) },
  );
}

/** Writes, pins and removes notes of loans; the list follows. */
export function useNoteChanges() {
  const add = useBodyCommand(loanNoteCalls.addLoanNote);
  const pin = useBodyCommand(loanNoteCalls.pinLoanNote);
  const remove = useCommand(
    (id: string) => server.call(loanNoteCalls.removeLoanNote, { params: { id } }),
    { changes: ['loan-notes'] },
  );
  return { add, pin, remove };
}

/** One contact with what it said before. */
export function useDispositionRecord(id: string) {
  return useCallQuery(dispositionChangeCalls.getDisposition, { params: { id } });
}

/** A loan's newest calls, to choose one to correct. */
export function useLoanCalls(loanId: string) {
  return useCallQuery(
    dispositionChangeCalls.listLoanDispositions,
    loanId === '' ? null : { query: { loanId, pageSize: 50 } },
    { select: (answer) => answer.data },
  );
}

/** Every code that a contact may have. */
export function useAllCodes() {
  return useCallQuery(
    dispositionChangeCalls.listDispositions,
    {},
    { staleTime: 3_600_000, select: (answer) => answer.data },
  );
}

/** What the desk shows; nobody waits for it. */
const shown = {
  changes: ['loans', 'dispositions', 'borrower-profiles', 'loan-notes'],
  isWaited: false,
} as const;

/** Corrects, removes and brings back contacts; whatever the desk shows is read again, also after somebody was faster. */
export function useDispositionChanges() {
  const correct = useBodyCommand(dispositionChangeCalls.correctDisposition, {
    ...shown,
    isAnswerOf: ({ _id }) =>
      callKey(dispositionChangeCalls.getDisposition, { params: { id: _id } }),
  });
  const remove = useCommand(
    (body: { ids: string[]; reason?: string }) =>
      server.call(dispositionChangeCalls.removeDispositions, { body }),
    { ...shown, gone: ({ ids }) => ids },
  );
  const restore = useCommand(
    (ids: string[]) => server.call(dispositionChangeCalls.restoreDispositions, { body: { ids } }),
    shown,
  );
  return { correct, remove, restore };
}
