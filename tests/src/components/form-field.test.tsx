// @vitest-environment page
import { act } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AmountField, TextField } from '../../../src/components/form-field.tsx';
import { ScreenForm } from '../../../src/components/saving-form.tsx';
import { switchLanguage } from '../../../src/lib/texts/texts.ts';
import { render } from '../support/render.tsx';

it('says of a field what the catalogue says of it, in the language of its reader: label and help', async () => {
  const view = await render(
    <ScreenForm
      name="f"
      rules={z.object({ code: z.string(), name: z.string() })}
      defaults={{ code: '', name: '' }}
      label="f"
      save={async () => Promise.resolve()}
      done="d"
    >
      <TextField name="code" text="clients.code" />
      <TextField name="name" text="words.name" help="As on the card." />
    </ScreenForm>,
  );
  const fields = () =>
    view.all('.mantine-TextInput-root').map((field) =>
      ['label', 'description'].map((part) => {
        const place = field.querySelector(`.mantine-TextInput-${part}`);
        return place?.firstChild?.textContent ?? place?.textContent;
      }),
    );
  expect(fields()).toEqual([
    ['Short code', 'In files and letters, such as SURY-01.'],
    ['Name', 'As on the card.'],
  ]);
  await act(async () => switchLanguage('hi'));
  expect(fields()).toEqual([
    ['छोटा कोड', 'फ़ाइलों और पत्रों में, जैसे SURY-01।'],
    ['नाम', 'As on the card.'],
  ]);
});

it('says of an amount that is none how it is written, as it is left and after saving was tried', async () => {
  await switchLanguage('en');
  const view = await render(
    <ScreenForm
      name="amount"
      rules={z.object({ amount: z.number() })}
      defaults={{ amount: null }}
      label="amount"
      save={async () => Promise.resolve()}
      done="d"
    >
      <AmountField name="amount" label="Amount" />
    </ScreenForm>,
  );
  const said = () => view.all('.mantine-TextInput-error').map(({ textContent }) => textContent);
  await view.type(view.one('input[name="amount"]'), '0.50');
  await view.click(view.one('button[type="submit"]'));
  expect(said()).toEqual(['Give the amount in whole rupees.']);
});
