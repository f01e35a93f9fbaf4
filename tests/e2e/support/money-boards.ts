import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Role } from '../../../contract/roles.ts';
import { maySeeMeasure } from '../../../contract/visualization.ts';
import type { ChartMeasure } from '../../../contract/visualization.ts';
import type { Db } from '../../../server/database/connection.ts';
import type { LoanDue, Measures } from '../../support/books-ledger.ts';
import { expectCell, expectTile, rupees } from './figures.ts';
import type { People } from './money-walk.ts';
import { goInside } from './page-watch.ts';

/** A reader's boards, and what the independent ledger has for it. */
interface Boards {
  readonly page: Page;
  readonly money: Measures;
  /** Those that the reader sees. */
  readonly loans: readonly LoanDue[];
  readonly people: People;
}

const CHARTS = {
  receipted: 'Receipts by agent',
  verified: 'Bank money by agent',
  collected: 'Both by agent',
  dueAmount: 'Dues by client',
} as const satisfies Partial<Record<ChartMeasure, string>>;

const MEASURES = ['receipted', 'verified', 'collected', 'dueAmount'] as const;

/**
 * Puts a chart of each measure of money on the boards of these roles, as the logged-in admin; one that a role may not see is
 * refused.
 */
export async function saveCharts(page: Page, roles: readonly Role[]): Promise<void> {
  const bodies = roles.flatMap((category) =>
    MEASURES.map((measure) => ({
      name: CHARTS[measure],
      category,
      kind: 'TABLE',
      question: { measure, by: measure === 'dueAmount' ? 'client' : 'agent', range: 'MONTH' },
    })),
  );
  const statuses = await page.evaluate(async (asked) => {
    const token = localStorage.getItem('recoup.token') ?? '';
    const answers: number[] = [];
    for (const body of asked) {
      const answer = await fetch('/api/v1/data-visualizations', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      answers.push(answer.status);
    }
    return answers;
  }, bodies);
  expect(statuses).toEqual(
    bodies.map(({ category, question }) => (maySeeMeasure(category, question.measure) ? 200 : 422)),
  );
}

/** Has the calls that were told at the desk placed by the dialer: its reports are about agents with calls of it. */
export async function placeCalls(db: Db): Promise<void> {
  await db.execute(sql`insert into dialer_calls
      (id, source, loan_id, agent_id, number, state, result, placed_at, ended_at, disposition_id)
    select gen_random_uuid(), 'MANUAL', d.loan_id, d.agent_id, '9800000000', 'ENDED', 'ANSWERED', d.recorded_at,
      d.recorded_at, d.id
    from dispositions d where d.channel = 'CALL'`);
}

/** The reader's own board of charts: the total of each measure, and each person's line. */
export async function walkCharts({ page, money, loans, people }: Boards): Promise<void> {
  const due = loans.reduce((sum, loan) => sum + loan.due, 0);
  await goInside(page, '/redirectBi');
  const panelOf = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(panelOf(CHARTS.dueAmount)).toContainText(`Total ${rupees(due)},`);
  for (const measure of ['receipted', 'verified', 'collected'] as const) {
    const panel = panelOf(CHARTS[measure]);
    await expect(panel).toContainText(`Total ${rupees(money[measure])},`);
    for (const { name, money: own } of [people.caller, people.agent])
      if (own[measure] > 0)
        await expect(panel.getByRole('row').filter({ hasText: name })).toContainText(
          rupees(own[measure]),
        );
  }
}

/** The leadership board and the dialer's reports: verified by agent, and the claims of calls. */
export async function walkLeaders({ page, people }: Boards): Promise<void> {
  const { caller, agent } = people;
  const table = page.locator('main table').first();
  await goInside(page, '/agentProfiling');
  for (const { name, money } of [caller, agent])
    await expectCell(table, name, 'Verified', rupees(money.verified));
  await goInside(page, '/agent-performance-report');
  await expectTile(page, 'Verified', rupees(caller.money.verified));
  await expectCell(table, caller.name, 'Verified', rupees(caller.money.verified));
  await expectCell(table, caller.name, 'Claimed', rupees(caller.money.claimed));
  await goInside(page, '/process-wise-report');
  await expectTile(page, 'Claimed', rupees(caller.money.claimed));
}
