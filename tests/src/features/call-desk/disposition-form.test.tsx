// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { DispositionCode } from '../../../../contract/disposition.ts';
import type { LoanDetail } from '../../../../contract/loan.ts';
import { useSchemaForm } from '../../../../src/components/form.tsx';
import { EMPTY_CONTACT, contactSchema } from '../../../../src/features/call-desk/contact-form.ts';
import type { ContactValues } from '../../../../src/features/call-desk/contact-form.ts';
import { NO_FILES } from '../../../../src/features/call-desk/contact-save.ts';
import { DispositionForm } from '../../../../src/features/call-desk/disposition-form.tsx';
import { codeOf } from '../../../support/disposition-code.ts';
import { FREE_CONTACT } from '../../../support/free-contact.ts';
import { render } from '../../support/render.tsx';

const RINGING = codeOf('RINGING', {
  label: 'Ringing',
  channel: 'CALL',
  disposition_class: 'NOT_CONTACTED',
});

const CALLBACK: DispositionCode = { ...RINGING, code: 'CALLBACK', disposition_class: 'CALLBACK' };

const RINGS: Partial<ContactValues> = { disposition: 'RINGING' };
const NO_MORE: Partial<LoanDetail> = {};
const NEVER_SAVED = async () => false;

function Desk({
  onSave = NEVER_SAVED,
  begun = RINGS,
  loan = NO_MORE,
}: {
  onSave?: (values: ContactValues, isNext: boolean) => Promise<boolean>;
  begun?: Partial<ContactValues>;
  loan?: Partial<LoanDetail>;
}) {
  const codes = [RINGING, CALLBACK];
  const schema = contactSchema(codes, (problem) => problem, { left: null });
  const form = useSchemaForm<ContactValues, ContactValues>(schema, { ...EMPTY_CONTACT, ...begun });
  return (
    <DispositionForm
      loan={{ _id: 'loan', PTP_Amount: null, ...loan } as unknown as LoanDetail}
      codes={codes}
      form={form}
      files={NO_FILES}
      onFiles={() => undefined}
      isDraft={false}
      onClear={() => undefined}
      onSave={onSave}
    />
  );
}

const press = (more: { shiftKey?: boolean } = {}) =>
  act(async () => {
    const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...more };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  });

it('an outcome whose keys are pressed again while it is being saved, or after, is saved once', async () => {
  const answers: ((isSaved: boolean) => void)[] = [];
  const onSave = vi.fn<() => Promise<boolean>>(
    () => new Promise((resolve) => answers.push(resolve)),
  );
  await render(<Desk onSave={onSave} />);
  await press();
  await press();
  await press({ shiftKey: true });
  expect(onSave).toHaveBeenCalledOnce();
  // What could not be saved is saved anew.
  await act(async () => answers[0]?.(false));
  await press();
  expect(onSave).toHaveBeenCalledTimes(2);
  // The next screen is on its way.
  await act(async () => answers[1]?.(true));
  await press({ shiftKey: true });
  expect(onSave).toHaveBeenCalledTimes(2);
});

it.each([
  ['22:00', true],
  ['17:00', false],
])('says of a callback at %s whether the gate will forbid the call then', async (time, isSaid) => {
  const begun = { disposition: 'CALLBACK', date: '2099-11-30', time };
  await render(<Desk begun={begun} loan={{ contactFacts: FREE_CONTACT }} />);
  const hint =
    'A call will not be allowed at that time: outside contact hours until 01-12-2099 08:00 AM';
  expect(document.body.textContent.includes(hint)).toBe(isSaid);
});

it.each([
  ['1', 'remarks'],
  ['2', 'day'],
])('what is typed right after the number %s goes to its first field: %s', async (key, field) => {
  const view = await render(<Desk begun={{}} />);
  await act(async () => {
    const init = { key, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
    const wanted = field === 'day' ? '[aria-keyshortcuts="ArrowDown"]' : `[name=${field}]`;
    // Before any timer or frame: the next key may be down by then.
    expect(document.activeElement).toBe(view.one(wanted));
  });
});

const number = () =>
  act(async () => {
    const init = { key: '2', bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  });

const chosen = () => document.querySelector<HTMLInputElement>('input:checked')?.value;

it('a number pressed while the outcome is being saved, or while the next loan is on its way, chooses nothing', async () => {
  const answers: ((isSaved: boolean) => void)[] = [];
  await render(<Desk onSave={() => new Promise((resolve) => answers.push(resolve))} />);
  await press({ shiftKey: true });
  await number();
  expect(chosen()).toBe('RINGING');
  await act(async () => answers[0]?.(true));
  await number();
  expect(chosen()).toBe('RINGING');
});

it('after a pause letters are the keys of the desk again, and choose no other outcome until D', async () => {
  // Later than all keys before, however long the machine took.
  let atMs = performance.now() + 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => atMs);
  const view = await render(<Desk begun={{}} />);
  const key = (name: string, pauseMs: number) =>
    act(async () => {
      atMs += pauseMs;
      const init = { key: name, bubbles: true, cancelable: true };
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
    });
  await key('d', 0);
  await key('r', 2000);
  expect(chosen()).toBe('RINGING');
  // C is for the call.
  await key('c', 2000);
  expect(chosen()).toBe('RINGING');
  await key('d', 2000);
  await key('c', 100);
  expect(chosen()).toBe('CALLBACK');
  // A slip in one go leads nowhere.
  await key('r', 100);
  expect(chosen()).toBe('CALLBACK');
  await key('r', 2000);
  expect(document.activeElement).toBe(view.one('[name=remarks]'));
  expect(chosen()).toBe('CALLBACK');
});
