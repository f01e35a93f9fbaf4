// @vitest-environment page
import { act } from 'react';
import { expect, it } from 'vitest';
import { columnMappingCalls } from '../../../../contract/column-mapping.ts';
import type { SavedMapping } from '../../../../contract/column-mapping.ts';
import { queryClient } from '../../../../src/app/query-client.ts';
import { UpdateMappingScreen } from '../../../../src/features/loan-import/mapping-screen.tsx';
import {
  FakeServer,
  Refusal,
  element,
  madeId,
  openScreen,
  press,
  settled,
} from '../../support/screen.tsx';

const saved: SavedMapping = {
  _id: madeId(7),
  kind: 'LOANS',
  name: 'Weekly file',
  Client_Name: 'Xenon Finance',
  mapping: { Loan_ID: 'Loan No', Customer_Name: 'Name', Total_Due_Amount: 'Balance' },
  dayOrder: null,
  columns: ['Loan No', 'Name', 'Balance'],
  updatedBy: 'Usha Rao',
  updatedAt: '2026-11-30T05:00:00.000Z',
};

const name = () => element('input[maxlength="120"]') as HTMLInputElement;

it('keeps what was typed when somebody else saves the mapping meanwhile, and tells of it when it is saved', async () => {
  let now = saved;
  const server = new FakeServer()
    .on(columnMappingCalls.listColumnMappings, () => ({ data: [now] }))
    .on(columnMappingCalls.changeColumnMapping, ({ body }) => {
      const { updatedAt } = body as { updatedAt: string };
      if (updatedAt !== now.updatedAt)
        throw new Refusal(409, { code: 'STALE_MAPPING', message: 'Somebody was faster.' });
      return now;
    });
  await openScreen(<UpdateMappingScreen />, server, `/?id=${saved._id}`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      name(),
      'Monthly file',
    );
    name().dispatchEvent(new Event('input', { bubbles: true }));
  });
  now = { ...saved, name: 'Daily file', updatedAt: '2026-11-30T06:00:00.000Z' };
  await act(async () => queryClient.invalidateQueries());
  await settled();
  expect(name().value).toBe('Monthly file');
  await press('Save the mapping');
  expect(server.sentOf(columnMappingCalls.changeColumnMapping)).toMatchObject([
    { body: { name: 'Monthly file', updatedAt: saved.updatedAt } },
  ]);
  expect(name().value).toBe('Monthly file');
});
