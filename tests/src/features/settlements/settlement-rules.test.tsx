// @vitest-environment page
import { expect, it } from 'vitest';
import { settlementRuleCalls } from '../../../../contract/settlement-rule.ts';
import { SettlementRulesScreen } from '../../../../src/features/settlements/settlement-rules-screen.tsx';
import { FakeServer, madeId, openScreen } from '../../support/screen.tsx';

it('the rules show the limit of each level, the client’s too', async () => {
  const server = new FakeServer();
  server.on(settlementRuleCalls.listSettlementRules, {
    data: [
      {
        clientId: madeId(9),
        Client_Name: 'Suryodaya',
        managerPercent: 15,
        managerAmount: null,
        adminPercent: 30,
        adminAmount: 50_000,
        clientPercent: 65,
        clientAmount: 70_000,
        delegatedAmount: 0,
        parts: [],
        validDays: 30,
        isRbi: false,
        sanctionAmount: null,
        graceDays: 3,
        coolingMonths: 12,
        letterLanguages: ['en'],
        letterSignatory: null,
        letterOpening: null,
        letterClause: null,
        letterSignatoryHi: null,
        letterOpeningHi: null,
        letterClauseHi: null,
        revision: 1,
        updatedAt: null,
      },
    ],
  });
  const view = await openScreen(<SettlementRulesScreen />, server);
  const [row] = view.all('tbody tr');
  const cells = [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
  expect(cells.slice(0, 4)).toEqual([
    'SuryodayaAll loans',
    '15\u00a0%',
    '30\u00a0% · ₹50,000',
    '65\u00a0% · ₹70,000',
  ]);
});
