// @vitest-environment page
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callsOf } from '../../../contract/call.ts';
import { listFields } from '../../../contract/list-fields.ts';
import { pageOf, pageQueryFields } from '../../../contract/paging.ts';
import { daySchema, instantSchema, rupeesSchema } from '../../../contract/values.ts';
import { countColumn, dayColumn, moneyColumn } from '../../../src/components/columns.tsx';
import type { DataColumn } from '../../../src/components/data-table-column.ts';
import { DayText, Money, TwoLines } from '../../../src/components/figure.tsx';
import { fileColumns } from '../../../src/components/list-file.ts';
import { formatCount } from '../../../src/lib/money.ts';
import { StatusChip } from '../../../src/components/status-chip.tsx';
import { loadAllTexts, startTexts, text } from '../../../src/lib/texts/texts.ts';

const rowSchema = z.object({
  _id: z.string(),
  Customer_Name: z.string(),
  Loan_ID: z.string(),
  Product: z.string(),
  bucket: z.string(),
  state: z.enum(['OPEN', 'KEPT']),
  amount: rupeesSchema,
  dueOn: daySchema.nullable(),
  madeAt: instantSchema,
  isActive: z.boolean(),
  achieved: z.object({ contacts: z.int() }),
  names: z.array(z.string()),
});
type Row = z.infer<typeof rowSchema>;

const { listThings: call } = callsOf('loans', {
  listThings: {
    method: 'GET',
    path: '/things',
    summary: 'Things.',
    roles: 'any',
    query: z.object(pageQueryFields),
    answer: pageOf(rowSchema),
  },
});

// Once: a second start has the first screen's texts alone.
beforeAll(async () => {
  await startTexts('en');
  await loadAllTexts();
});

function made(columns: readonly DataColumn<Row>[]) {
  return fileColumns(text(), columns, listFields(call) ?? new Map());
}

const Other = ({ row }: { row: Row }) => row.Loan_ID;

it('has the fields that a column shows, under its title or their own name', () => {
  const { columns, unread } = made([
    {
      key: 'loan',
      title: 'Borrower',
      render: (row) => <TwoLines first={row.Customer_Name} second={row.Loan_ID} />,
    },
    moneyColumn('amount', 'Amount', (row) => row.amount),
    countColumn('contacts', 'Contacts', (row) => row.achieved.contacts),
    dayColumn('due', 'Due', ({ dueOn }) => dueOn),
    { key: 'names', title: 'Names', render: (row) => row.names ?? '–' },
  ]);
  expect(unread).toEqual([]);
  expect(columns).toEqual([
    { path: 'Customer_Name', title: 'Borrower' },
    { path: 'Loan_ID', title: text()('loanFields.Loan_ID') },
    { path: 'amount', title: 'Amount', isMoney: true },
    { path: 'achieved.contacts', title: 'Contacts' },
    { path: 'dueOn', title: 'Due' },
    { path: 'names', title: 'Names' },
  ]);
});

it('sees through what only writes a value', () => {
  const { columns, unread } = made([
    { key: 'a', title: 'Names', render: (row) => row.names.slice(0, 2).join(', ') || '–' },
    { key: 'b', title: 'Contacts', render: (row) => formatCount(row.achieved.contacts) },
    { key: 'c', title: 'Share', render: (row) => `${row.amount} %` },
    {
      key: 'd',
      title: 'Loan',
      render: (row) => `${row.Loan_ID} · ${text()(`promises.state.${row.state}`)}`,
    },
    // Drawn by a component: the field that the column is named after.
    { key: 'Customer_Name', title: 'Name', render: (row) => <Other row={row} /> },
  ]);
  expect(unread).toEqual([]);
  expect(columns.map(({ path, title }) => [path, title])).toEqual([
    ['names', 'Names'],
    ['achieved.contacts', 'Contacts'],
    ['amount', 'Share'],
    ['Loan_ID', 'Loan'],
    ['state', 'Loan (2)'],
    ['Customer_Name', 'Name'],
  ]);
});

it('calls a second field what the catalogue calls it, as the spec or our own calls spell it', () => {
  const { columns } = made([
    { key: 'a', title: 'Loan', render: (row) => `${row.Loan_ID} · ${row.bucket} · ${row.Product}` },
  ]);
  expect(columns.map(({ path, title }) => [path, title])).toEqual([
    ['Loan_ID', 'Loan'],
    ['bucket', text()('fieldNames.bucket')],
    ['Product', text()('loanFields.Product')],
  ]);
});

it('says what codes are called', () => {
  const { columns } = made([
    {
      key: 'state',
      title: 'State',
      render: (row) => <StatusChip tone="good" label={text()(`promises.state.${row.state}`)} />,
    },
    { key: 'on', title: 'On', render: () => null, file: [{ of: (row) => row.isActive }] },
  ]);
  expect(columns).toEqual([
    {
      path: 'state',
      title: 'State',
      words: { OPEN: text()('promises.state.OPEN'), KEPT: text()('promises.state.KEPT') },
    },
    { path: 'isActive', title: 'On', words: { true: 'Yes', false: 'No' } },
  ]);
});

it('takes nothing for a field that is none', () => {
  const { columns, unread } = made([
    { key: 'sum', title: 'Sum', render: (row) => <Money amount={row.amount + 1} /> },
    { key: 'sentence', title: 'Sentence', render: (row) => `${row.Loan_ID} of ${row.state}` },
    { key: 'other', title: 'Other', render: (row) => <Other row={row} /> },
    { key: 'whole', title: 'Whole', render: (row) => row as never },
    { key: 'most', title: 'Most', render: (row) => row.names.map((name) => name) },
    { key: 'count', title: 'Count', render: (row) => String(row.names.length) },
    { key: 'unknown', title: 'Unknown', render: (row) => Reflect.get(row, 'secret') as string },
    { key: 'none', title: 'None', render: () => '–', file: [] },
    {
      key: 'chosen',
      title: 'Chosen',
      render: (row) => (row.isActive ? <StatusChip tone="good" label="Active" /> : null),
    },
    { key: 'made', title: 'Made', render: (row) => <DayText value={row.madeAt} show="both" /> },
  ]);
  expect(columns).toEqual([{ path: 'madeAt', title: 'Made' }]);
  expect(unread).toEqual([
    'sum',
    'sentence',
    'other',
    'whole',
    'most',
    'count',
    'unknown',
    'chosen',
  ]);
});
