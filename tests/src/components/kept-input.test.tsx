// @vitest-environment page
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { TextField } from '../../../src/components/form-field.tsx';
import { ReasonDialog } from '../../../src/components/reason-dialog.tsx';
import { DialogForm } from '../../../src/components/saving-form.tsx';
import { forgetKeptInput, keepUnsavedInput } from '../../../src/lib/kept-input.ts';
import { render } from '../support/render.tsx';
import type { Rendered } from '../support/render.tsx';

const rules = z.object({ name: z.string(), city: z.string() });
const fieldOf = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`There is no field ${name}.`);
  return found;
};

async function openPortfolio(defaults: z.input<typeof rules>, about?: string): Promise<Rendered> {
  return render(
    <DialogForm
      name="f"
      title="Edit portfolio"
      rules={rules}
      defaults={defaults}
      save={async () => undefined}
      onClose={() => undefined}
      {...(about !== undefined && { about })}
    >
      <TextField name="name" label="Name" />
      <TextField name="city" label="City" />
    </DialogForm>,
  );
}

async function openRefusal(about: string): Promise<Rendered> {
  return render(
    <ReasonDialog
      name="f"
      about={about}
      title="Refuse"
      label="Why"
      action="Refuse"
      most={300}
      save={async () => undefined}
      onClose={() => undefined}
    />,
  );
}

beforeEach(() => forgetKeptInput(null));

it('gives a dialog what was typed about its own record, never about another one', async () => {
  const view = await openPortfolio({ name: 'Two wheelers', city: 'Pune' });
  await view.type(fieldOf('name'), 'Two wheelers 2026');
  keepUnsavedInput('admin');
  await openPortfolio({ name: 'Gold loans', city: 'Nashik' });
  expect(fieldOf('name').value).toBe('Gold loans');
  expect(fieldOf('city').value).toBe('Nashik');
  await openPortfolio({ name: 'Two wheelers', city: 'Pune' });
  expect(fieldOf('name').value).toBe('Two wheelers 2026');
});

it('tells records that begin alike apart', async () => {
  const view = await openRefusal('receipt-1');
  await view.type(fieldOf('reason'), 'Counted twice');
  keepUnsavedInput('manager');
  await openRefusal('receipt-2');
  expect(fieldOf('reason').value).toBe('');
  await openRefusal('receipt-1');
  expect(fieldOf('reason').value).toBe('Counted twice');
});

it('leaves what somebody else changed meanwhile where nothing was typed', async () => {
  const view = await openPortfolio({ name: 'Two wheelers', city: 'Pune' }, 'portfolio-1');
  await view.type(fieldOf('name'), 'Two wheelers 2026');
  keepUnsavedInput('admin');
  await openPortfolio({ name: 'Two wheelers', city: 'Mumbai' }, 'portfolio-1');
  expect(fieldOf('name').value).toBe('Two wheelers 2026');
  expect(fieldOf('city').value).toBe('Mumbai');
});
