import { z } from 'zod';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { isMoreThanLeft } from '../../../contract/loan.ts';
import { PAYMENT_MODES } from '../../../contract/receipt.ts';
import type { PaymentMode } from '../../../contract/receipt.ts';
import { trimmed } from '../../../contract/trimmed.ts';
import { textSchema } from '../../../contract/values.ts';
import { NO_DAY } from '../../components/use-typed-day.ts';
import { clockNow } from '../../lib/clock.ts';
import { inBusinessZone, today } from '../../lib/dates.ts';

/** What the disposition form holds. Amount in whole rupees, date `YYYY-MM-DD`, time `HH:mm`. */
export interface ContactValues {
  disposition: string;
  amount: number | null;
  /** Why more was paid than is left. */
  excessReason: string;
  /** Of a payment that the borrower tells of: the way, the day, the transaction's number. */
  paymentMode: PaymentMode | null;
  paidOn: string | null;
  paymentReference: string;
  date: string | null;
  time: string;
  personMet: string;
  remarks: string;
}

/** A form nobody touched. */
export const EMPTY_CONTACT: ContactValues = {
  disposition: '',
  amount: null,
  excessReason: '',
  paymentMode: null,
  paidOn: null,
  paymentReference: '',
  date: null,
  time: '',
  personMet: '',
  remarks: '',
};

/** What can be wrong with a contact; the words are `callDesk.PROBLEM`. */
export type ContactProblem =
  | 'chooseDisposition'
  | 'needAmount'
  | 'needExcessReason'
  | 'needDate'
  | 'pastDate'
  | 'pastTime'
  | 'needTime'
  | 'needPerson'
  | 'needPaymentMode'
  | 'needPaidOn'
  | 'paidLater';

const shape = z.object({
  disposition: z.string(),
  amount: z.number().nullable(),
  excessReason: textSchema(300).default(''),
  paymentMode: z.enum(PAYMENT_MODES).nullable().default(null),
  paidOn: z.string().nullable().default(null),
  paymentReference: textSchema(60).default(''),
  date: z.string().nullable(),
  time: z.string(),
  personMet: textSchema(120),
  remarks: textSchema(4000),
});

/** Which amount a code asks for: what was paid, what was promised, or none. */
export function amountKind(code: DispositionCode | null): 'collected' | 'promised' | null {
  if (code === null) return null;
  if (code.disposition_class === 'PAID') return 'collected';
  return code.disposition_class === 'PTP' || code.needsAmount ? 'promised' : null;
}

/** Whether a code asks for a day, and for a time; promises and callbacks ask for both, so that they can remind. */
export function askedWhen(code: DispositionCode | null): { date: boolean; time: boolean } {
  if (code === null) return { date: false, time: false };
  const reminds = makesAlert(code);
  return { date: code.needsDate || reminds, time: code.needsTime || reminds };
}

/** Whether a disposition of this code makes an alert (spec 4.3). */
export function makesAlert(code: DispositionCode | null): boolean {
  return code?.disposition_class === 'PTP' || code?.disposition_class === 'CALLBACK';
}

/** Does the borrower tell of more than is left? `left` null: what is due is not known, or not asked. */
export const isExcess = (
  code: DispositionCode | null,
  amount: number | null,
  left: number | null,
): boolean => amountKind(code) === 'collected' && isMoreThanLeft(amount, left);

/** What a contact's form is judged by: the first day that it may name, and what is left to collect. */
interface Bounds {
  readonly from?: string;
  readonly left?: number | null;
}

/** What a code asks for and the form does not give yet. */
function problemsOf(
  code: DispositionCode | null,
  values: ContactValues,
  { from = today(), left = null }: Bounds,
): [keyof ContactValues, ContactProblem][] {
  if (code === null) return [['disposition', 'chooseDisposition']];
  const problems: [keyof ContactValues, ContactProblem][] = [];
  const asked = askedWhen(code);
  if (amountKind(code) !== null && !values.amount) problems.push(['amount', 'needAmount']);
  if (isExcess(code, values.amount, left) && trimmed(values.excessReason) === '')
    problems.push(['excessReason', 'needExcessReason']);
  if (amountKind(code) === 'collected') {
    if (values.paymentMode === null) problems.push(['paymentMode', 'needPaymentMode']);
    if (values.paidOn === null || values.paidOn === NO_DAY) problems.push(['paidOn', 'needPaidOn']);
    else if (values.paidOn > today()) problems.push(['paidOn', 'paidLater']);
  }
  if (asked.date && (values.date === null || values.date === NO_DAY))
    problems.push(['date', 'needDate']);
  else if (asked.date && values.date !== null && values.date < from) {
    problems.push(['date', 'pastDate']);
  }
  if (asked.time && values.time === '') problems.push(['time', 'needTime']);
  // A correction is judged by the server, from its contact on.
  const now = inBusinessZone(clockNow());
  const isToday = from === today() && values.date === from;
  if (asked.time && values.time !== '' && isToday && values.time < now.format('HH:mm'))
    problems.push(['time', 'pastTime']);
  if (code.needsPersonMet && trimmed(values.personMet) === '') {
    problems.push(['personMet', 'needPerson']);
  }
  return problems;
}

/** The form's rules over the codes; `words` puts a problem into words. A correction may name days from its contact's on. */
export function contactSchema(
  codes: readonly DispositionCode[],
  words: (problem: ContactProblem) => string,
  bounds: Bounds = {},
) {
  return shape.superRefine((values, context) => {
    const code = codes.find((each) => each.code === values.disposition) ?? null;
    for (const [path, problem] of problemsOf(code, values, bounds)) {
      context.addIssue({ code: 'custom', path: [path], message: words(problem) });
    }
  });
}

/** The fields of a queued call that the form gives; only what the code asks for goes along. */
export function contactFields(code: DispositionCode, values: ContactValues) {
  const kind = amountKind(code);
  const asked = askedWhen(code);
  return {
    disposition: code.code,
    ...(kind === 'collected' && values.amount !== null && { amountCollected: values.amount }),
    ...(kind === 'collected' && {
      ...(values.excessReason !== '' && { excessReason: values.excessReason }),
      ...(values.paymentMode !== null && { paymentMode: values.paymentMode }),
      ...(values.paidOn !== null && { paidOn: values.paidOn }),
      ...(values.paymentReference !== '' && { paymentReference: values.paymentReference }),
    }),
    ...(kind === 'promised' && values.amount !== null && { promiseAmount: values.amount }),
    ...(asked.date && values.date !== null && { date: values.date }),
    ...(asked.time && values.time !== '' && { time: values.time }),
    ...(values.personMet !== '' && { personMet: values.personMet }),
    ...(values.remarks !== '' && { remarks: values.remarks }),
  };
}

const draftSchema = z.object({
  values: shape,
  /** The contact's id where nobody is called; drafts of before have none. */
  uncalledId: z.uuid().optional(),
  call: z
    .object({
      contactId: z.string(),
      talkedMs: z.number(),
      startedAt: z.number().nullable(),
      /** The number that was dialled; drafts of before have none. */
      number: z.string().nullable().optional(),
    })
    .nullable(),
});

/** What is kept of a half-done call: the form and the call itself. */
export type DeskDraft = z.infer<typeof draftSchema>;

/** A kept draft; null when there is none or an older version wrote another shape. */
export function draftOf(kept: unknown): DeskDraft | null {
  const parsed = draftSchema.safeParse(kept);
  return parsed.success ? parsed.data : null;
}
