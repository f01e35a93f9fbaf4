// @vitest-environment page
import { act, useState } from 'react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_SELECTION } from '../../../src/components/data-table-column.ts';
import type { DataColumn } from '../../../src/components/data-table-column.ts';
import { DataTable } from '../../../src/components/data-table.tsx';
import { FilterBar } from '../../../src/components/filter-bar.tsx';
import type { FilterField } from '../../../src/components/filter-control.tsx';
import { LoadProblem } from '../../../src/components/load-problem.tsx';
import { useUrlFilters } from '../../../src/components/use-url-filters.ts';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

const columns: DataColumn<string>[] = [
  { key: 'name', title: 'Name', render: (row) => row },
  { key: 'city', title: 'City', render: () => 'Pune' },
];
const NAMES = ['Asha', 'Bina', 'Chetan', 'Dev'];
const FILTERS = { city: 'list', bucket: 'text' } as const;
const asOption = (value: string) => ({ value, label: value });
const fields: FilterField[] = [
  { kind: 'choice', key: 'bucket', label: 'Bucket', options: ['B1', 'B2'].map(asOption) },
  { kind: 'multi', key: 'city', label: 'City', options: ['Pune', 'Nashik'].map(asOption) },
];

function Filters() {
  const filters = useUrlFilters(FILTERS);
  return (
    <FilterBar filters={filters} fields={fields} shownFields={1} extra={<button>Size</button>} />
  );
}

/** Two of the names a page; a link and a check box in each row. */
function People() {
  const [page, setPage] = useState(1);
  const [selection, setSelection] = useState(NO_SELECTION);
  return (
    <DataTable<string>
      name="people"
      label="People"
      columns={columns}
      rows={NAMES.slice(page * 2 - 2, page * 2)}
      rowId={(row) => row}
      rowLabel={(row) => row}
      rowHref={(row) => `/person/${row}`}
      totalCount={NAMES.length}
      pageSize={2}
      page={page}
      onPage={setPage}
      selection={selection}
      onSelection={setSelection}
    />
  );
}

function Failed() {
  const [isFailed, setFailed] = useState(true);
  return (
    <main>
      <h1>Loans</h1>
      <button>Add</button>
      {isFailed && <LoadProblem error={new Error('Broken.')} onRetry={() => setFailed(false)} />}
      <h2>Below</h2>
    </main>
  );
}

function Person() {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate(-1)}>Go back</button>
      <Link to="/people">Back</Link>
    </>
  );
}

const focused = () => {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'nothing';
  return element.getAttribute('aria-label') ?? element.textContent;
};

/** Presses what has these words, as a keyboard does: with the focus on it. */
async function press(view: Awaited<ReturnType<typeof render>>, words: string) {
  const element = view.button(words);
  element.focus();
  await view.click(element);
  await act(async () => undefined);
}

beforeEach(() => localStorage.clear());

describe('the focus, when what has it goes', () => {
  it('passes from a filter’s chip to the next, to the last that is left, and then to the filter', async () => {
    const view = await render(<Filters />, '/?bucket=B1&city=Pune&city=Nashik');
    await press(view, 'Remove the filter City: Pune');
    expect(focused()).toBe('Remove the filter City: Nashik');
    await press(view, 'Remove the filter City: Nashik');
    expect(focused()).toBe('Remove the filter Bucket: B1');
    await press(view, 'Remove the filter Bucket: B1');
    expect(focused()).toBe('Bucket');
  });

  it('passes to “More filters” where the filter is behind it, and from “Clear all” to the first filter', async () => {
    const view = await render(<Filters />, '/?city=Pune');
    await press(view, 'Remove the filter City: Pune');
    expect(focused()).toBe('More filters');
    const again = await render(<Filters />, '/?city=Pune');
    await press(again, 'Clear all');
    expect(focused()).toBe('Bucket');
  });

  it('passes from a selection that is cleared to the table', async () => {
    const view = await render(<People />);
    await view.click(view.one('input[aria-label="Select Asha"]'));
    await press(view, 'Clear selection');
    expect(focused()).not.toBe('nothing');
    expect(document.activeElement?.querySelector('table')).not.toBeNull();
  });

  it('passes from an arrow that has come to its end to the other', async () => {
    const view = await render(<People />);
    await press(view, 'Next page');
    expect(focused()).toBe('Previous page');
    await press(view, 'Previous page');
    expect(focused()).toBe('Next page');
  });

  it('passes from Retry to the heading above', async () => {
    const view = await render(<Failed />);
    await press(view, 'Retry');
    expect(focused()).toBe('Loans');
  });

  it('stays where it is when something else goes', async () => {
    const view = await render(<Failed />);
    view.button('Add').focus();
    await view.click(view.button('Retry'));
    expect(focused()).toBe('Add');
  });
});

it('Tab comes to what “More filters” opens right after it', async () => {
  const view = await render(<Filters />);
  await view.click(view.button('More filters'));
  const stops = view.all('button, input:not([type="hidden"])').map((each) => {
    return each.getAttribute('aria-label') ?? each.textContent;
  });
  const more = stops.indexOf('Fewer filters');
  expect(stops.slice(more)).toEqual(['Fewer filters', 'City', 'Size']);
});

describe('whoever comes back to a list', () => {
  const screens = (
    <Routes>
      <Route path="/people" element={<People />} />
      <Route path="/person/:name" element={<Person />} />
    </Routes>
  );

  it.each(['Go back', 'Back'])('by “%s” stands at the row that was opened', async (way) => {
    const view = await render(screens, '/people');
    const link = view.one('a[href="/person/Bina"]');
    link.focus();
    await view.click(link);
    const back = view.all('button, a').find((each) => each.textContent === way);
    if (back === undefined) throw new Error(`There is no ${way}.`);
    back.focus();
    await view.click(back);
    await vi.waitFor(() => expect(focused()).toBe('Bina'), PATIENCE);
  });
});
