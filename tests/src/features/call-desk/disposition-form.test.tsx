// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { DispositionCode } from '../../../../contract/disposition.ts';
import type { LoanDetail } from '../../../../contract/loan.ts';
import { useSchemaForm } from '../../../../src/components/form.tsx';
import { EMPTY_CONTACT, contactSchema } from '../../../../src/features/call-desk/contact-form.ts';
import type { ContactValues } from '../../../../src/features/call-desk/contact-form.ts';
import { NO_FILES } from '../../../../src/features/call-desk/contact-save.ts';
import { DispositionForm } from '../../../../src/features/call-desk/disposition-form.tsx';
import { render } from '../../support/render.tsx';

const RINGING: DispositionCode = {
  code: 'RINGING',
  label: 'Ringing',
  channel: 'CALL',
  disposition_class: 'NOT_CONTACTED',
  needsAmount: false,
  needsDate: false,
  needsTime: false,
  needsPersonMet: false,
  sortOrder: 1,
};

function Desk({
  onSave,
}: {
  onSave: (values: ContactValues, isNext: boolean) => Promise<boolean>;
}) {
  const schema = contactSchema([RINGING], (problem) => problem, { left: null });
  const form = useSchemaForm<ContactValues, ContactValues>(schema, {
    ...EMPTY_CONTACT,
    disposition: 'RINGING',
  });
  return (
    <DispositionForm
      loan={{ _id: 'loan', PTP_Amount: null } as unknown as LoanDetail}
      codes={[RINGING]}
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
