/** What stands on a device’s lock screen: no names, no amounts. `general` is for whoever looks. */
export const push = {
  title: 'Recoup',
  general: 'There is something new in Recoup.',
  ALLOCATION: 'Loans allocated to you: {{count}}',
  FIELD_DISPOSITION: 'A visit to one of your loans was recorded.',
  SETTLEMENT_PROPOSED: 'A settlement was proposed.',
  SETTLEMENT_APPROVED: 'A settlement was approved.',
  SETTLEMENT_REJECTED: 'A settlement was rejected.',
  SETTLEMENT_LETTER: 'A settlement letter was uploaded.',
  IMPORT_FINISHED: 'An import is finished.',
  IMPORT_FAILED: 'An import failed.',
  RECEIPT_CANCEL_ASKED: 'An agent asks you to cancel a receipt.',
  RECEIPT_CANCELLED: 'A receipt was cancelled.',
  RECEIPT_KEPT: 'A receipt was kept.',
  PROMISE_BROKEN: 'A promise to pay was broken.',
  CONTACT_BREACH: 'A contact broke a rule.',
  CONTACT_EXCEPTION: 'An agent asks for an exception.',
};
