import { businessDay } from '../../server/clock.ts';
import type { PersonName, TestServer } from './server.ts';

/** Who reads both the list of receipts and the reconciliation. */
const READERS: readonly PersonName[] = ['admin', 'manager', 'manager2'];

/** What both call the same. */
const FIGURES = ['collected', 'deposited', 'inHand', 'cancelled'] as const;

type Totals = Record<(typeof FIGURES)[number], number>;

/** The figures of receipts' list that the reconciliation of the same days shows otherwise to the same reader. */
export async function differingCash(server: TestServer): Promise<string[]> {
  const today = businessDay(server.context.settings.businessTz);
  const query = { gte: `${today.slice(0, 7)}-01`, lte: today };
  const totalsOf = async (as: PersonName, path: string): Promise<Totals> =>
    (await server.call('GET', path, { as, query })).json<{ totals: Totals }>().totals;
  const differences: string[] = [];
  for (const as of READERS) {
    const list = await totalsOf(as, '/receipts');
    const reconciled = await totalsOf(as, '/reconciliation');
    for (const figure of FIGURES)
      if (list[figure] !== reconciled[figure])
        differences.push(
          `/receipts as ${as}, ${figure}: ${list[figure]}, in the reconciliation ${reconciled[figure]}`,
        );
  }
  return differences;
}
