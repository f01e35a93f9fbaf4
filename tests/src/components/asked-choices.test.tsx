// @vitest-environment page
import { Select } from '@mantine/core';
import { act, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { clientCalls } from '../../../contract/client.ts';
import { useAskedChoices } from '../../../src/components/asked-choices.tsx';
import { useClientNames } from '../../../src/data/choices.ts';
import { PATIENCE } from '../../support/patience.ts';
import { FakeServer, Refusal, madeId, openScreen, settled } from '../support/screen.tsx';

afterEach(() => vi.unstubAllGlobals());

function Lenders() {
  const lenders = useClientNames();
  const words = useAskedChoices(lenders, 'No client found');
  const [value, setValue] = useState<string | null>(null);
  return (
    <Select
      label="Client"
      data={lenders.data ?? []}
      searchable
      {...words}
      value={value}
      onChange={setValue}
    />
  );
}

const open = async (input: HTMLElement) => {
  await act(async () => input.click());
  await settled();
};
const shown = () => document.querySelector('[role="listbox"], [data-portal]')?.textContent ?? '';

it('a select says that its choices load, or that they did not come, and asks again', async () => {
  const gate = new EventTarget();
  const opened = new Promise((resolve) => {
    gate.addEventListener('open', resolve, { once: true });
  });
  const server = new FakeServer().on(clientCalls.listClientNames, () => {
    throw new Refusal(422, { code: 'REFUSED' });
  });
  const slow: FakeServer['fetch'] = async (...given) => {
    await opened;
    return server.fetch(...given);
  };
  const view = await openScreen(<Lenders />, Object.assign(new FakeServer(), { fetch: slow }));
  await open(view.one('input'));
  expect(shown()).toBe('Loading…');
  gate.dispatchEvent(new Event('open'));
  await vi.waitFor(() => expect(shown()).toContain('The choices could not be loaded.'), PATIENCE);
  server.on(clientCalls.listClientNames, { data: [{ _id: madeId(2), Client_Name: 'Xenon' }] });
  const retry = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Retry',
  );
  await act(async () => retry?.click());
  await vi.waitFor(() => expect(shown()).toBe('Xenon'), PATIENCE);
});

it('says that there is nothing once it is known', async () => {
  const server = new FakeServer().on(clientCalls.listClientNames, { data: [] });
  const view = await openScreen(<Lenders />, server);
  await open(view.one('input'));
  expect(shown()).toBe('No client found');
});
