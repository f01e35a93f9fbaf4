// @vitest-environment page
import { expect, it, vi } from 'vitest';
import { staffDashboardCalls as staff } from '../../../../contract/staff-dashboard.ts';
import type { ChartProps } from '../../../../src/components/chart.tsx';
import { TargetPanel } from '../../../../src/features/staff-dashboards/target-panel.tsx';
import { FakeServer, madeId, openScreen, settled } from '../../support/screen.tsx';

vi.mock('../../../../src/components/chart.tsx', () => ({
  Chart: ({ categories, drawn, height = 0 }: ChartProps) => (
    <figure>{`${drawn} of ${categories.length} drawn, ${height > 1000 ? 'too tall' : 'seen'}`}</figure>
  ),
}));

const line = (n: number, name: string, amount: number) => ({ key: madeId(n), name, amount });
const team = {
  by: 'person' as const,
  month: '2026-11-01',
  achievement: [line(2, 'Asha Rao', 80), line(3, 'Ravi Jain', 420)],
  target: [line(2, 'Asha Rao', 1000), line(3, 'Ravi Jain', 0)],
  achieved: 500,
  targeted: 1000,
  ledByOthers: [line(2, 'Asha Rao', 1200)],
  otherTeams: [madeId(3)],
  verified: 1700,
};

it('names beside the lines what counts in another team, and who is of another one', async () => {
  const server = new FakeServer().on(staff.getManagersCollTargets, team);
  const { text } = await openScreen(<TargetPanel query={{}} isTeam />, server);
  await settled();
  expect(text()).toContain('counted there: Asha Rao ₹1,200');
  expect(text()).toContain('Not in this team now, targets count elsewhere: Ravi Jain');
});

it('says how what the board calls verified and what counts for the target differ', async () => {
  const said =
    'Achieved ₹500: paid on loans that you led that day. Verified ₹1,700: all of your people and loans of those days.';
  const server = new FakeServer().on(staff.getManagersCollTargets, team);
  const { text } = await openScreen(<TargetPanel query={{}} isTeam />, server);
  await settled();
  expect(text()).toContain(said);
  const alike = new FakeServer().on(staff.getManagersCollTargets, { ...team, verified: 500 });
  const other = await openScreen(<TargetPanel query={{}} isTeam />, alike);
  await settled();
  expect(other.text()).not.toContain('Verified ₹');
});

it('says what came in on lenders for which there is no target, by person or in one figure', async () => {
  const said = 'Verified this month for clients without a target, not in what is drawn:';
  const others = [line(2, 'Asha Rao', 4000), line(3, 'Ravi Jain', 50)];
  const server = new FakeServer().on(staff.getManagersCollTargets, {
    ...team,
    otherLenders: others,
  });
  const { text } = await openScreen(<TargetPanel query={{}} isTeam />, server);
  await settled();
  expect(text()).toContain(`${said} Asha Rao ₹4,000, Ravi Jain ₹50`);
  const own = new FakeServer().on(staff.getManagersCollTargets, {
    ...team,
    by: 'day' as const,
    otherLenders: [{ key: '2026-11-01', name: '', amount: 4000 }],
  });
  const one = await openScreen(<TargetPanel query={{}} isTeam={false} />, own);
  await settled();
  expect(one.text()).toContain(`${said} ₹4,000`);
});

it('a target of ₹0, set for contacts alone, is not said to be reached', async () => {
  const server = new FakeServer().on(staff.getManagersCollTargets, { ...team, targeted: 0 });
  const { text } = await openScreen(<TargetPanel query={{}} isTeam />, server);
  await settled();
  expect(text()).toContain('No target set');
  expect(text()).not.toContain('Target reached');
});

it('draws nothing where nothing was achieved and no target is set', async () => {
  const nothing = { ...team, achievement: [], target: [], achieved: 0, targeted: null };
  const empty = new FakeServer().on(staff.getManagersCollTargets, nothing);
  const { text, all } = await openScreen(<TargetPanel query={{}} isTeam />, empty);
  await settled();
  expect(text()).toContain('No target set');
  expect(all('figure')).toHaveLength(0);
  const server = new FakeServer().on(staff.getManagersCollTargets, team);
  const other = await openScreen(<TargetPanel query={{}} isTeam />, server);
  await settled();
  expect(other.all('figure')).toHaveLength(1);
});

const linesOf = (amountOf: (n: number) => number) =>
  Array.from({ length: 357 }, (_, n) => line(n + 10, `Agent ${n}`, amountOf(n)));

it('of a team of hundreds draws the first, and says what the others come to', async () => {
  const large = {
    ...team,
    achievement: linesOf((n) => 1000 - n),
    target: linesOf(() => 2),
  };
  const server = new FakeServer().on(staff.getManagersCollTargets, large);
  const { text } = await openScreen(<TargetPanel query={{}} isTeam />, server);
  await settled();
  expect(text()).toContain('15 of 357 drawn, seen');
  expect(text()).toContain('342 more: achieved ₹2,78,559, targets ₹684');
});
