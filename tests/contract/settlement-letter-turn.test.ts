import { expect, it } from 'vitest';
import type { Authority } from '../../contract/settlement-authority.ts';
import { firstStep, settlementStep } from '../../contract/settlement-machine.ts';
import type { SettlementActor, SettlementStanding } from '../../contract/settlement-machine.ts';

it('of a delegated approval the agency writes the letter, unless the lender calls it fraud before that', () => {
  const limit = { percent: 50, amount: null };
  const authority: Authority = {
    manager: limit,
    admin: limit,
    client: limit,
    delegatedAmount: 2000,
    isRbi: false,
    sanctionAmount: null,
  };
  const offer = { dueAmount: 10_000, offeredAmount: 9000, isFlagged: false, loanAmount: null };
  const [agent, manager, client] = (['COLLECTOR', 'MANAGER', 'CUSTOMER'] as const).map((role) => ({
    userId: role,
    role,
  })) as [SettlementActor, SettlementActor, SettlementActor];
  const proposed = { ...offer, proposedById: agent.userId, agentIds: [agent.userId] };
  const made = { ...proposed, ...firstStep(authority, agent, offer) };
  const approved = settlementStep(authority, made, manager, { action: 'APPROVE' }).step;
  expect(approved).toMatchObject({ isDelegated: true, waitsFor: 'LETTER' });
  const letterOf = (actor: SettlementActor, isFlagged: boolean) => {
    const standing = { ...made, ...approved, isFlagged } as SettlementStanding;
    return settlementStep(authority, standing, actor, { action: 'ISSUE_LETTER' }).refusal;
  };
  expect([letterOf(manager, false), letterOf(client, false)]).toEqual([null, null]);
  expect([letterOf(manager, true), letterOf(client, true)]).toEqual(['NOT_YOUR_TURN', null]);
});
