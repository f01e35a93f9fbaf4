import type { Disposition } from '../../../contract/disposition.ts';

/** Work as the server keeps it. */
export interface Stored {
  opId: string;
  hash: string;
  author: string;
  loanId: string;
  text: string;
  sequence: number;
}

/** What was done on a loan, as a pull brings it back. */
export function historyOf(operations: Iterable<Stored>, loanId: string): Disposition[] {
  const recordedAt = new Date().toISOString();
  return [...operations]
    .filter((operation) => operation.loanId === loanId)
    .map(({ opId, author }) => ({
      _id: opId,
      dispositionId: opId,
      loanId,
      Loan_ID: 'LN-1',
      Customer_Name: 'Ravi Kumar',
      Client_Name: 'Alpha Finance',
      channel: 'FIELD',
      collectorId: null,
      fieldAgentId: author,
      Agent_Name: 'Asha',
      code: 'MET',
      label: 'Met',
      disposition_class: 'CONTACTED',
      call_status: null,
      duration: null,
      recordlink: null,
      personMet: null,
      remarks: null,
      amountCollected: null,
      receiptNumber: null,
      receiptStanding: null,
      promiseAmount: null,
      date: null,
      time: null,
      position: null,
      files: [],
      disCreatedAt: recordedAt,
      createdAt: recordedAt,
      updatedAt: recordedAt,
    }));
}
