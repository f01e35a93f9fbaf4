import { z } from 'zod';
import type {
  DispositionCorrection,
  DispositionRecord,
} from '../../../contract/disposition-change.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { trimmed } from '../../../contract/trimmed.ts';
import { textSchema } from '../../../contract/values.ts';
import { contactFields } from './contact-form.ts';
import type { ContactValues, contactSchema } from './contact-form.ts';

/** What the correction's form holds: the contact's own fields and why they change. */
export interface CorrectionValues extends ContactValues {
  reason: string;
}

/** The form's rules: the contact's own, with days from the contact's on, and a reason where one is needed. */
export function correctionSchema(
  contact: ReturnType<typeof contactSchema>,
  needsReason: boolean,
  words: string,
) {
  const given = textSchema(300);
  return contact.and(z.object({ reason: needsReason ? given.min(1, { error: words }) : given }));
}

/** The form of a contact as it stands. */
export function correctionValues(record: DispositionRecord): CorrectionValues {
  return {
    disposition: record.code,
    amount: record.amountCollected ?? record.promiseAmount,
    excessReason: '',
    paymentMode: record.paymentMode ?? null,
    paidOn: record.paidOn ?? null,
    paymentReference: record.paymentReference ?? '',
    date: record.date,
    time: record.time ?? '',
    personMet: record.personMet ?? '',
    remarks: record.remarks ?? '',
    reason: '',
  };
}

/** What the server is told: every field of the form, null where the code has no place for it or it was emptied. */
export function correctionOf(
  record: DispositionRecord,
  code: DispositionCode,
  values: CorrectionValues,
): DispositionCorrection {
  const nothing = {
    amountCollected: null,
    paymentMode: null,
    paidOn: null,
    paymentReference: null,
    promiseAmount: null,
    date: null,
    time: null,
    personMet: null,
    remarks: null,
  };
  return {
    _id: record._id,
    ...(record.revision !== undefined && { revision: record.revision }),
    ...nothing,
    ...contactFields(code, values),
    ...(trimmed(values.reason) !== '' && { reason: values.reason }),
  };
}
