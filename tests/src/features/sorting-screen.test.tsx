// @vitest-environment page
import { expect, it } from 'vitest';
import type { SortingKey } from '../../../contract/allocation-rule.ts';
import type { SortingRule } from '../../../contract/allocation-rule-answers.ts';
import { allocationRuleCalls as calls } from '../../../contract/allocation-rule-calls.ts';
import { SortingScreen } from '../../../src/features/allocation-rules/sorting-screen.tsx';
import { FakeServer, Refusal, buttonOf, element, openScreen, press } from '../support/screen.tsx';

const by = (...fields: SortingKey['field'][]): SortingKey[] =>
  fields.map((field) => ({ field, isDescending: true }));
const order = (keys: SortingKey[], revision: number): SortingRule => ({
  revision,
  lenderId: null,
  Client_Name: null,
  keys,
  loanCount: 3,
  updatedAt: `2026-11-02T05:00:0${revision}.000Z`,
});

it('an order that somebody else changed meanwhile stays as it was made, and can be saved over theirs', async () => {
  let stored = order(by('Total_Due_Amount'), 1);
  const server = new FakeServer();
  server
    .on(calls.listSortingRules, () => ({ data: [stored] }))
    .on(calls.previewSorting, { data: [] })
    .on(calls.saveSortingRule, ({ body }) => {
      const { keys, revision } = body as { keys: SortingKey[]; revision: number };
      if (revision !== stored.revision) throw new Refusal(409, { code: 'STALE_REVISION' });
      stored = order(keys, revision + 1);
      return { data: [stored] };
    });
  await openScreen(<SortingScreen />, server);
  await press('Add a key');
  const mine = by('Total_Due_Amount', 'Principal_Outstanding');
  stored = order(by('DPD'), 2);
  await press('Save');
  expect(element('form').textContent).toContain('Take theirs');
  expect(element('form').textContent).not.toContain('Part of the form');
  await press('Save');
  expect(server.sentOf(calls.saveSortingRule).map(({ body }) => body)).toEqual([
    { lenderId: null, keys: mine, revision: 1 },
    { lenderId: null, keys: mine, revision: 2 },
  ]);
  // What follows stands on what was saved.
  await press('Remove key 2');
  await press('Save');
  expect(stored).toMatchObject({ keys: by('Total_Due_Amount'), revision: 4 });
  expect(buttonOf('Save').matches(':disabled')).toBe(true);
});
