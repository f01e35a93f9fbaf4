import { expect, it } from 'vitest';
import { FakeServer, logIn, newPhone, newUser, pulledLoan } from './support.ts';

it('a proposal that waits here to be sent is known, so that no second one is made of the loan', async () => {
  const server = new FakeServer();
  server.install();
  const pulled = pulledLoan();
  const { loan } = pulled;
  server.pages.push({ loans: [pulled], gone: [] });
  const page = await newPhone();
  await logIn(page, newUser());
  const { keptLimits } = await import('../../../src/offline/settlement-matrix.ts');
  expect(await keptLimits(loan._id)).toMatchObject({ isProposed: false });
  const body = {
    loanId: loan._id,
    kind: 'ONE_TIME',
    offeredAmount: 100,
    validUntil: '2099-01-01',
    reason: 'HARDSHIP',
    remarks: '',
  } as const;
  await page.saveOperation({ call: 'proposeSettlement', loanId: loan._id, body });
  expect(await keptLimits(loan._id)).toMatchObject({ isProposed: true });
  await page.deliverAll();
  expect(await keptLimits(loan._id)).toMatchObject({ isProposed: false });
});

it('who may approve what is read again once a clock that was ahead is set right', async () => {
  const server = new FakeServer();
  server.install();
  const page = await newPhone();
  await logIn(page, newUser());
  const { refreshSettlementMatrix } = await import('../../../src/offline/settlement-matrix.ts');
  const { keepAnswer } = await import('../../../src/offline/kept-answers.ts');
  await page.pull();
  const before = server.requests.length;
  const asked = () => server.requests.slice(before).filter((each) => each.includes('matrix'));
  await keepAnswer('listSettlementMatrix', { data: [] }, Date.now() - 60_000);
  await refreshSettlementMatrix().catch(() => undefined);
  expect(asked()).toHaveLength(0);
  await keepAnswer('listSettlementMatrix', { data: [] }, Date.now() + 3 * 86_400_000);
  await refreshSettlementMatrix().catch(() => undefined);
  expect(asked()).toHaveLength(1);
});
