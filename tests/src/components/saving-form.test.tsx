// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { DEFAULT_CAMPAIGN } from '../../../contract/campaign.ts';
import { fieldProblem, says } from '../../../contract/errors.ts';
import { promiseRuleInputSchema } from '../../../contract/promise.ts';
import { textSchema } from '../../../contract/values.ts';
import { ConfirmHost } from '../../../src/components/confirm-dialog.tsx';
import { Dialog } from '../../../src/components/dialog.tsx';
import { FileField } from '../../../src/components/file-field.tsx';
import { oneFile } from '../../../src/components/file-rules.ts';
import { AmountField, TextField } from '../../../src/components/form-field.tsx';
import { Loaded } from '../../../src/components/loaded.tsx';
import { NumberField } from '../../../src/components/number-field.tsx';
import { DialogForm, FormInDialog, ScreenForm } from '../../../src/components/saving-form.tsx';
import { TagsField } from '../../../src/components/tags-field.tsx';
import { toastStore } from '../../../src/components/toast-store.ts';
import { isTold } from '../../../src/lib/error-words.ts';
import { switchLanguage } from '../../../src/lib/texts/texts.ts';
import { OfflineError, RefusedError } from '../../../src/remote/call-errors.ts';
import { render } from '../support/render.tsx';
import type { Rendered } from '../support/render.tsx';

const rules = z.object({ name: textSchema(5).min(1, says('name-missing')), days: z.int().max(30) });
const refused = (status: number, ...details: ReturnType<typeof fieldProblem>[]) =>
  new RefusedError(status, { code: 'ANY', message: 'Raw: words.', details }, null);

const NAMES = { name: 'f', label: 'f' };
const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
/** Dialogs stand beside the rendered root. */
const one = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`Nothing matches ${selector} in ${document.body.innerHTML}`);
  return found;
};
const buttonOf = (words: string) => {
  const found = [...document.querySelectorAll('button')].find(
    (each) => each.textContent === words || each.getAttribute('aria-label') === words,
  );
  if (found === undefined) throw new Error(`There is no button ${words}.`);
  return found;
};
const submit = async () => {
  await act(async () => {
    one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settled();
};
/** What stands under a field, found as a screen reader does. */
const saidAt = (view: Rendered, name: string) =>
  (one(`input[name="${name}"]`).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => view.root.ownerDocument.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .join(' ');
const toasts = () => toastStore.get().map(({ message }) => message);

const form = (save: (values: z.output<typeof rules>) => Promise<unknown>, days = 3) => (
  <ScreenForm {...NAMES} rules={rules} defaults={{ name: 'Asha', days }} save={save} done="सहेजा">
    <TextField name="name" label="नाम" />
    <NumberField name="days" label="दिन" />
  </ScreenForm>
);

beforeAll(async () => {
  await render(<p />);
  await switchLanguage('hi');
});

afterEach(() => toastStore.set([]));

describe('a form over a schema of the contract, in Hindi', () => {
  it('says under each wrong field what is wrong, marks what is required, and saves nothing', async () => {
    const save = vi.fn<(values: object) => Promise<void>>();
    const view = await render(form(save, 99));
    expect(one('label').textContent).toContain('*');
    await view.type(one('input[name="name"]'), ' ');
    await submit();
    expect(saidAt(view, 'name')).toContain('नाम लिखें।');
    expect(saidAt(view, 'days')).toContain('30 या उससे कम लिखें।');
    expect(one('input[name="days"]').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(one('input[name="name"]'));
    expect(save).not.toHaveBeenCalled();
    await view.type(one('input[name="name"]'), 'Asha Patil');
    expect(saidAt(view, 'name')).toContain('ज़्यादा से ज़्यादा 5 अक्षर लिखें।');
  });

  it('shows what the server refused at its field, what it does not show above the buttons, no raw words', async () => {
    const error = refused(
      422,
      fieldProblem('days', 'day-is-over', {}, 'That day is over.'),
      fieldProblem('managerId', 'not-an-id'),
      { path: 'inner.0.strange', code: 'of-a-newer-server', message: 'Newer.', values: {} },
    );
    const view = await render(form(async () => Promise.reject(error)));
    await view.type(one('input[name="name"]'), 'Usha');
    await submit();
    expect(saidAt(view, 'days')).toContain('आज या उसके बाद का दिन लिखें।');
    expect(document.activeElement).toBe(one('input[name="days"]'));
    expect([...one('form [role="alert"]').children].map((each) => each.textContent)).toEqual([
      'मैनेजर: सूची में से एक चुनें।',
      'यह सही नहीं है। जाँच लें।',
    ]);
    expect(view.text()).not.toMatch(/managerId|strange|Raw|over/);
    expect(one('input[name="name"]')).toHaveProperty('value', 'Usha');
    expect(toasts()).toEqual([]);
    expect(isTold(error)).toBe(true);
  });

  it('tells a refusal of no field in a toast, and an unreached server beside the form', async () => {
    let error: Error = refused(409);
    const view = await render(form(async () => Promise.reject(error)));
    await submit();
    expect(toasts()).toEqual(['Raw: words.']);
    error = new OfflineError('fetch failed');
    await submit();
    expect(view.text()).toContain('सहेजा नहीं गया');
  });

  it('saves what is right and says so', async () => {
    const save = vi.fn<(values: object) => Promise<void>>(async () => undefined);
    await render(form(save));
    await submit();
    expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Asha', days: 3 });
    expect(toasts()).toEqual(['सहेजा']);
  });
});

describe('promise rules and campaigns', () => {
  it('say in Hindi what is wrong with a rule', async () => {
    const view = await render(
      <ScreenForm
        {...NAMES}
        rules={promiseRuleInputSchema}
        defaults={{ graceDays: 31, tolerancePercent: 2, managerFrom: null, revision: 0 }}
        save={async () => undefined}
      >
        <NumberField name="graceDays" label="g" />
        <AmountField name="managerFrom" label="m" />
      </ScreenForm>,
    );
    await submit();
    expect(saidAt(view, 'graceDays')).toContain('30 या उससे कम लिखें।');
    expect(saidAt(view, 'managerFrom')).toContain('राशि पूरे रुपयों में लिखें।');
  });

  it('say in Hindi which caller numbers of a campaign are not of its series', async () => {
    const error = refused(
      422,
      fieldProblem('callerIds', 'caller-id-service', { numbers: ['9876543210'], series: '1600' }),
    );
    const view = await render(
      <ScreenForm
        {...NAMES}
        rules={campaignCalls.createCampaign.body}
        defaults={{ ...DEFAULT_CAMPAIGN, name: '', callerIds: [] }}
        save={async () => Promise.reject(error)}
      >
        <TextField name="name" label="n" />
        <TagsField name="callerIds" label="c" />
      </ScreenForm>,
    );
    await submit();
    expect(saidAt(view, 'name')).toContain('नाम लिखें।');
    await view.type(one('input[name="name"]'), 'Diwali');
    await submit();
    expect(view.text()).toContain('सेवा कॉल 1600 से शुरू होने वाले नंबर से होती हैं। 9876543210 हटाएँ।');
  });
});

const dialog = (onClose: (isSaved: boolean) => void) => (
  <>
    <ConfirmHost />
    <DialogForm
      name="f"
      title="t"
      rules={rules}
      defaults={{ name: 'Asha', days: 3 }}
      save={async () => undefined}
      onClose={onClose}
    >
      <TextField name="name" label="नाम" />
    </DialogForm>
  </>
);

describe('a form in a dialog', () => {
  it('closes at once while nothing is typed, and asks before typed words are lost', async () => {
    const onClose = vi.fn<(isSaved: boolean) => void>();
    const view = await render(dialog(onClose));
    await view.click(buttonOf('रद्द करें'));
    expect(onClose).toHaveBeenCalledExactlyOnceWith(false);
    await view.type(one('input[name="name"]'), 'Usha');
    await view.click(buttonOf('बंद करें'));
    await settled();
    expect(document.body.textContent).toContain('बिना सहेजे');
    expect(onClose).toHaveBeenCalledOnce();
    await view.click(buttonOf('रुकें'));
    await settled();
    expect(onClose).toHaveBeenCalledOnce();
    expect(one('input[name="name"]')).toHaveProperty('value', 'Usha');
  });

  it('closes when it is saved', async () => {
    const onClose = vi.fn<(isSaved: boolean) => void>();
    await render(dialog(onClose));
    await submit();
    expect(onClose).toHaveBeenCalledExactlyOnceWith(true);
  });
});

const shownAmount = () => document.querySelector<HTMLInputElement>('input[name="amount"]')?.value;
const amountForm = (save: (body: { amount: number | null }) => Promise<void>) =>
  render(
    <ScreenForm
      {...NAMES}
      rules={z.object({ amount: z.int(says('not-whole-rupees')).nullable() })}
      defaults={{ amount: null }}
      save={save}
    >
      <AmountField name="amount" label="a" />
    </ScreenForm>,
  );

describe('an amount', () => {
  it.each([
    ['123456', '₹1,23,456', 123456],
    ['Rs 500', '₹500', 500],
    ['₹\u00a0500/-', '₹500', 500],
    ['५००', '₹500', 500],
    ['1,200.00', '1,200.00', 1200],
  ])('pasted as %j is shown as %s and saved', async (text, look, amount) => {
    const saved: unknown[] = [];
    const view = await amountForm(async (body) => void saved.push(body.amount));
    await view.type(one('input[name="amount"]'), text);
    expect(shownAmount()).toBe(look);
    await submit();
    expect(saved).toEqual([amount]);
  });

  it.each(['12.5K', '1200-', '500.50', '-500'])('%j is told and never saved', async (text) => {
    const saved: unknown[] = [];
    const view = await amountForm(async (body) => void saved.push(body));
    await view.type(one('input[name="amount"]'), text);
    expect(shownAmount()).toBe(text);
    await submit();
    expect(saved).toEqual([]);
    expect(saidAt(view, 'amount')).toContain('राशि पूरे रुपयों में लिखें।');
  });
});

const openDialog = (onClose: (isSaved: boolean) => void, hasLeavePrompt: boolean) => (
  <>
    <ConfirmHost />
    <Dialog title="t" onClose={onClose}>
      <Loaded of={{ data: 3, isError: false, error: null, refetch: () => undefined }}>
        {(days) => (
          <FormInDialog
            name="f"
            rules={rules}
            defaults={{ name: 'Asha', days }}
            hasLeavePrompt={hasLeavePrompt}
            save={async ({ name }) => name}
            isSaved={(name) => name === 'Usha'}
          >
            <TextField name="name" label="नाम" />
          </FormInDialog>
        )}
      </Loaded>
    </Dialog>
  </>
);

describe('a form in a dialog that was opened before it', () => {
  it.each([
    [false, 1],
    [true, 0],
  ])('asks before typed words are lost: %s', async (hasLeavePrompt, closedCount) => {
    const onClose = vi.fn<(isSaved: boolean) => void>();
    const view = await render(openDialog(onClose, hasLeavePrompt));
    await view.type(one('input[name="name"]'), 'Ravi');
    await view.click(buttonOf('बंद करें'));
    await settled();
    expect(onClose).toHaveBeenCalledTimes(closedCount);
    if (hasLeavePrompt) await view.click(buttonOf('रुकें'));
  });

  it('stays with what was typed, and still asks, until the answer says that it is saved', async () => {
    const onClose = vi.fn<(isSaved: boolean) => void>();
    const view = await render(openDialog(onClose, true));
    await view.type(one('input[name="name"]'), 'Ravi');
    await submit();
    await view.click(buttonOf('बंद करें'));
    await settled();
    expect(onClose).not.toHaveBeenCalled();
    await view.click(buttonOf('रुकें'));
    await settled();
    expect(one('input[name="name"]')).toHaveProperty('value', 'Ravi');
    await view.type(one('input[name="name"]'), 'Usha');
    await submit();
    expect(onClose).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('a file of a form', () => {
  it('is asked for at its place, and sent alone', async () => {
    const save = vi.fn<(given: { file: File }) => Promise<void>>(async () => undefined);
    const view = await render(
      <ScreenForm {...NAMES} rules={oneFile} defaults={{ file: [] }} save={save}>
        <FileField name="file" label="फ़ाइल" endings={['.csv']} maxBytes={100} />
      </ScreenForm>,
    );
    await submit();
    expect(view.text()).toContain('फ़ाइल चुनें।');
    expect(save).not.toHaveBeenCalled();
    const file = new File(['a'], 'a.csv');
    const input = one('input[type="file"]');
    Object.defineProperty(input, 'files', { value: [file] });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
    await submit();
    expect(save).toHaveBeenCalledExactlyOnceWith({ file });
  });
});
