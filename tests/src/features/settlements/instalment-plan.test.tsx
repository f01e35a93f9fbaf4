// @vitest-environment page
import { act } from 'react';
import { expect, it } from 'vitest';
import { settlementCalls } from '../../../../contract/settlement-calls.ts';
import { SettlementScreen } from '../../../../src/features/settlements/settlement-screen.tsx';
import { FakeServer, openScreen, settled, submit, viewer } from '../../support/screen.tsx';
import { madeDetail, madeSettlement } from './made-settlement.ts';

const plan = [
  { dueOn: '2099-01-10', amount: 7000 },
  { dueOn: '2099-03-25', amount: 2000 },
];

async function openTerms(instalments: typeof plan) {
  const server = new FakeServer();
  const followed = instalments.map((one) => ({
    ...one,
    paidAmount: 0,
    standing: 'DUE' as const,
  }));
  const terms = { kind: 'INSTALMENTS' as const, validUntil: '2099-01-10' };
  server.on(settlementCalls.readSettlement, {
    data: { ...madeDetail(1, terms), instalments: followed },
  });
  server.on(settlementCalls.updateSettlementStatus, { data: madeDetail(1, { revision: 2 }) });
  const address = `/approveLoan?id=${madeSettlement(1)._id}`;
  await openScreen(<SettlementScreen user={viewer('MANAGER')} />, server, address);
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
  });
  await settled();
  return server;
}

const sent = (server: FakeServer) => server.sentOf(settlementCalls.updateSettlementStatus).at(-1);

const press = async (name: string) => {
  const button = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
    ({ textContent }) => textContent === name,
  );
  await act(async () => button?.click());
  await settled();
};

it('other terms keep the days and amounts that were offered until somebody changes them', async () => {
  const server = await openTerms(plan);
  const dialog = document.querySelector('[role="dialog"]');
  expect(dialog?.textContent).toContain('Instalment 2');
  expect(dialog?.textContent).toContain('Instalments come to ₹9,000 of ₹9,000');
  await submit();
  expect(sent(server)?.body).toMatchObject({
    terms: { offeredAmount: 9000, validUntil: '2099-01-10', instalments: plan },
  });
});

it('an instalment taken away is missed in the sum, and an added one takes what is left', async () => {
  const server = await openTerms(plan);
  await press('Remove');
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('₹2,000 of ₹9,000');
  await press('Add instalment');
  await submit();
  expect(sent(server)?.body).toMatchObject({
    terms: {
      validUntil: '2099-03-25',
      instalments: [
        { dueOn: '2099-03-25', amount: 2000 },
        { dueOn: '2099-04-25', amount: 7000 },
      ],
    },
  });
});

it('a plan becomes equal monthly instalments again', async () => {
  const server = await openTerms(plan);
  await press('Equal monthly instalments');
  await submit();
  expect(sent(server)?.body).toMatchObject({
    terms: {
      instalments: [
        { dueOn: '2099-01-10', amount: 4500 },
        { dueOn: '2099-02-10', amount: 4500 },
      ],
    },
  });
});
