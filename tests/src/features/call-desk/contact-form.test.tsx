// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DispositionCode } from '../../../../contract/disposition.ts';
import { FormProvider, useForm } from 'react-hook-form';
import { DayInput } from '../../../../src/components/day-input.tsx';
import { NO_DAY } from '../../../../src/components/use-typed-day.ts';
import {
  EMPTY_CONTACT,
  contactFields,
  contactSchema,
} from '../../../../src/features/call-desk/contact-form.ts';
import { DispositionFields } from '../../../../src/features/call-desk/disposition-fields.tsx';
import type { ContactValues } from '../../../../src/features/call-desk/contact-form.ts';
import { noteClock } from '../../../../src/lib/clock.ts';
import { codeOf } from '../../../support/disposition-code.ts';
import { render } from '../../support/render.tsx';

const callCode = (code: string, more: Partial<DispositionCode>) =>
  codeOf(code, { channel: 'CALL', ...more });

const CODES = [
  callCode('PTP', { disposition_class: 'PTP', needsAmount: true }),
  callCode('CALLBACK', { disposition_class: 'CALLBACK' }),
  callCode('PAID', { disposition_class: 'PAID', needsAmount: true }),
];

/** What is wrong with a form, by field. */
function problemsOf(
  values: Partial<ContactValues>,
  left: number | null = null,
): Record<string, string> {
  const result = contactSchema(CODES, (problem) => problem, { left }).safeParse({
    ...EMPTY_CONTACT,
    ...values,
  });
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.map(({ path, message }) => [String(path[0]), message]),
  );
}

describe('the desk’s form', () => {
  beforeEach(() => {
    // Ten past three in the afternoon in India.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:40:00Z') });
  });
  afterEach(() => {
    noteClock(null);
    vi.useRealTimers();
  });

  it.each([
    ['PTP', { amount: 500 }],
    ['CALLBACK', {}],
  ] as const)('refuses a %s in the past at its field', (disposition, more) => {
    const at = (date: string, time: string) => problemsOf({ disposition, date, time, ...more });
    expect(at('2026-11-22', '18:00')).toEqual({ date: 'pastDate' });
    expect(at('2026-11-23', '15:09')).toEqual({ time: 'pastTime' });
    expect(at('2026-11-23', '15:11')).toEqual({});
    expect(at('2026-11-24', '09:00')).toEqual({});
  });

  it.each([
    ['three hours fast', 3],
    ['three hours slow', -3],
  ])('judges times by the server’s clock on a phone that is %s', (_, hours) => {
    const by = hours * 3_600_000;
    noteClock({ heardMs: Date.now(), offsetMs: -by });
    vi.setSystemTime(Date.now() + by);
    const today = { disposition: 'CALLBACK', date: '2026-11-23' };
    expect(problemsOf({ ...today, time: '15:09' })).toEqual({ time: 'pastTime' });
    expect(problemsOf({ ...today, time: '15:11' })).toEqual({});
  });

  it('takes nothing that is no day', () => {
    const ptp = { disposition: 'PTP', amount: 500, time: '11:00', date: NO_DAY };
    expect(problemsOf(ptp)).toEqual({ date: 'needDate' });
    const paid = { disposition: 'PAID', amount: 500, paymentMode: 'UPI', paidOn: NO_DAY } as const;
    expect(problemsOf(paid)).toEqual({ paidOn: 'needPaidOn' });
  });

  it('asks how and when a borrower paid already, and sends it with the reference', () => {
    const claim = { disposition: 'PAID', amount: 500 } as const;
    expect(problemsOf(claim)).toEqual({ paymentMode: 'needPaymentMode', paidOn: 'needPaidOn' });
    const told = { ...claim, paymentMode: 'UPI', paidOn: '2026-11-24' } as const;
    expect(problemsOf(told)).toEqual({ paidOn: 'paidLater' });
    const values = { ...EMPTY_CONTACT, ...told, paidOn: '2026-11-20', paymentReference: 'UTR7' };
    expect(problemsOf(values)).toEqual({});
    expect(contactFields(callCode('PAID', { disposition_class: 'PAID' }), values)).toEqual({
      disposition: 'PAID',
      amountCollected: 500,
      paymentMode: 'UPI',
      paidOn: '2026-11-20',
      paymentReference: 'UTR7',
    });
  });
});

it('asks why a borrower paid more than is left, and sends it', () => {
  const told = {
    disposition: 'PAID',
    amount: 501,
    paymentMode: 'UPI',
    paidOn: '2020-01-01',
  } as const;
  expect(problemsOf(told, 500)).toEqual({ excessReason: 'needExcessReason' });
  expect(problemsOf({ ...told, excessReason: '  ' }, 500)).toEqual({
    excessReason: 'needExcessReason',
  });
  expect(problemsOf({ ...told, amount: 500 }, 500)).toEqual({});
  expect(problemsOf(told, null)).toEqual({});
  const values = { ...EMPTY_CONTACT, ...told, excessReason: 'Advance' };
  expect(problemsOf(values, 500)).toEqual({});
  const fields = contactFields(callCode('PAID', { disposition_class: 'PAID' }), values);
  expect(fields).toMatchObject({ amountCollected: 501, excessReason: 'Advance' });
});

function ClaimForm({ amount = null }: { amount?: number | null }) {
  const form = useForm({ defaultValues: { ...EMPTY_CONTACT, amount } });
  return (
    <FormProvider {...form}>
      <DispositionFields
        code={callCode('PAID', { disposition_class: 'PAID' })}
        loan={{ Total_Due_Amount: 900, Unverified_Amount: 300 }}
      />
    </FormProvider>
  );
}

it('“Already paid” has fields for the day, the way and the reference, and says that it is a claim', async () => {
  const view = await render(<ClaimForm />);
  const labels = view.all('label').map(({ textContent }) => textContent?.replace(' *', ''));
  expect(labels).toEqual(
    expect.arrayContaining(['Paid on', 'Paid by', 'Transaction number (UTR)']),
  );
  expect(view.text()).toContain('is a claim until the bank confirms it');
});

it('“Already paid” asks why more than is left was paid, by what receipts and payments leave', async () => {
  const more = await render(<ClaimForm amount={601} />);
  expect(more.text()).toContain('Only ₹600 is left to collect. Say why more was paid.');
  const all = await render(<ClaimForm amount={600} />);
  expect(all.text()).not.toContain('left to collect');
});

describe('a date field', () => {
  it('takes Enter for itself: the form is not saved half typed', async () => {
    const save = vi.fn<() => void>();
    const view = await render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <DayInput label="Date" value={null} onChange={() => undefined} />
        <button type="submit">Save</button>
      </form>,
    );
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    await act(async () => view.one('input').dispatchEvent(press));
    expect(press.defaultPrevented).toBe(true);
    await view.click(view.button('Save'));
    expect(save).toHaveBeenCalledOnce();
  });
});
