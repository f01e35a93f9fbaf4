// @vitest-environment page
import { expect, it } from 'vitest';
import { FilterControl, choices } from '../../../src/components/filter-control.tsx';
import type { FilterField } from '../../../src/components/filter-control.tsx';
import { render } from '../support/render.tsx';

const filters = {
  read: () => null,
  change: () => undefined,
  clear: () => undefined,
  isFiltered: false,
};

it.each<FilterField>([
  { kind: 'choice', key: 'state', label: 'Status', options: choices(['OPEN']) },
  { kind: 'multi', key: 'state', label: 'Status', options: choices(['OPEN']) },
])('a $kind filter says its name once, above the input or in it', async (field) => {
  const screen = await render(<FilterControl field={field} filters={filters} isLabelled />);
  const told = () => [
    ...screen.all('label').map((label) => label.textContent),
    ...screen.all('input').map((input) => input.getAttribute('placeholder')),
  ];
  expect(told().filter((words) => words === 'Status')).toHaveLength(1);
  await screen.again(<FilterControl field={field} filters={filters} />);
  expect(told().filter((words) => words === 'Status')).toHaveLength(1);
});

it('several values of a filter take no more room than one: the first, and how many more', async () => {
  const field = {
    kind: 'multi',
    key: 'state',
    label: 'Status',
    options: choices(['OPEN', 'KEPT', 'BROKEN']),
  } as const;
  const placeholder = async (values: readonly string[]) => {
    const read = () => values;
    const screen = await render(<FilterControl field={field} filters={{ ...filters, read }} />);
    return screen.one('input[placeholder]').getAttribute('placeholder');
  };
  expect(await placeholder(['OPEN'])).toBe('');
  expect(await placeholder(['OPEN', 'KEPT', 'BROKEN'])).toBe('+2');
});
