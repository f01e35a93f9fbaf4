// @vitest-environment page
import { act } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { MultiSelectField, SelectField } from '../../../src/components/select-field.tsx';
import { render } from '../support/render.tsx';

const options = ['Alpha', 'Beta', 'Gamma'].map((value) => ({ value, label: value }));

/** Presses a key; whether the browser would do with it what it always does: by Enter send the form around. */
async function press(box: HTMLElement, key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
  await act(async () => box.dispatchEvent(event));
  return !event.defaultPrevented;
}

/** A select of a form that stands at Alpha. */
async function lenderBox(): Promise<HTMLInputElement> {
  const view = await render(
    <ScreenForm
      name="f"
      rules={z.object({ lender: z.string() })}
      defaults={{ lender: 'Alpha' }}
      label="f"
      save={async () => Promise.resolve()}
      done="d"
    >
      <SelectField name="lender" label="Lender" options={options} nothingFound="none" />
    </ScreenForm>,
  );
  return view.one('input[role="combobox"]') as HTMLInputElement;
}

it('takes the marked choice by Enter, which never sends the form with the choice from before', async () => {
  const box = await lenderBox();
  expect(await press(box, 'Enter')).toBe(false);
  await press(box, 'ArrowDown');
  await press(box, 'ArrowDown');
  expect(await press(box, 'Enter')).toBe(false);
  expect(box.getAttribute('value')).toBe('Beta');
});

it('has what is typed take the place of the choice', async () => {
  const box = await lenderBox();
  await act(async () => box.focus());
  expect(box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0)).toBe('Alpha');
});

it('is marked as required where leaving it empty is wrong, not where a choice stands for none', async () => {
  const anyone = { value: '', label: 'Anyone' };
  const view = await render(
    <ScreenForm
      name="f"
      rules={z.object({ lender: z.string('Choose.'), filter: z.string() })}
      defaults={{ lender: null, filter: '' }}
      label="f"
      save={async () => Promise.resolve()}
      done="d"
    >
      <SelectField name="lender" label="Lender" options={options} />
      <SelectField name="filter" label="Filter" options={[anyone, ...options]} />
    </ScreenForm>,
  );
  expect(view.all('label').map(({ textContent }) => textContent)).toEqual(['Lender *', 'Filter']);
});

it('shows who left since it was chosen, to be taken out, and never as an id', async () => {
  const gone = '01890000-0000-7000-8000-000000000001';
  const view = await render(
    <ScreenForm
      name="f"
      rules={z.object({ agents: z.array(z.string()), lender: z.string() })}
      defaults={{ agents: ['Alpha', gone], lender: gone }}
      label="f"
      save={async () => Promise.resolve()}
      done="d"
    >
      <MultiSelectField name="agents" label="Agents" options={options} />
      <SelectField name="lender" label="Lender" options={options} />
    </ScreenForm>,
  );
  expect(view.text()).toContain('No longer available');
  expect(view.text()).not.toContain(gone);
  const shown = [...view.root.querySelectorAll('input')].map(({ value }) => value);
  expect(shown).toContain('No longer available');
});

it('keeps what is chosen and disabled, whatever key is pressed, and takes the others away', async () => {
  const view = await render(
    <ScreenForm
      name="f"
      rules={z.object({ lenders: z.array(z.string()) })}
      defaults={{ lenders: ['Alpha', 'Beta', 'Agency'] }}
      label="f"
      save={async () => Promise.resolve()}
      done="d"
    >
      <MultiSelectField
        name="lenders"
        label="Lenders"
        options={[...options, { value: 'Agency', label: 'Agency', disabled: true }]}
        isClearable
      />
    </ScreenForm>,
  );
  const chosen = () => view.all('.mantine-Pill-label').map(({ textContent }) => textContent);
  const box = view.one('input[role="combobox"]') as HTMLInputElement;
  expect(chosen().toSorted()).toEqual(['Agency', 'Alpha', 'Beta']);
  await press(box, 'Backspace');
  expect(chosen()).toEqual(['Agency', 'Alpha']);
  await press(box, 'Backspace');
  await press(box, 'Backspace');
  expect(chosen()).toEqual(['Agency']);
});
