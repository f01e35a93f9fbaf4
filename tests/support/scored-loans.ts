import { sql } from 'drizzle-orm';
import type { ClientSwitch } from '../../contract/recovery-model.ts';
import { newId } from '../../server/ids.ts';
import type { PersonName, TestServer } from './server.ts';

/** How many loans there are. */
export const LOANS = 40;

/** The chance of the nth loan. Every fourth has no score; two by two the others have the same. */
export const chanceOf = (number: number): number | null =>
  number % 4 === 3 ? null : ((number * 7) % 20) / 20;

/** The loans by number in the collector's usual order: the last worked first. */
export const usual = Array.from({ length: LOANS }, (_, at) => LOANS - 1 - at);

/** Those that have a score. */
export const scored = (numbers: readonly number[]): number[] =>
  numbers.filter((number) => chanceOf(number) !== null);

/** Their chances. */
export const chances = (numbers: readonly number[]): number[] =>
  numbers.map((number) => chanceOf(number) ?? -1);

/** From the highest on. */
export const falling = (values: readonly number[]): number[] => values.toSorted((a, b) => b - a);

/** Gives a loan a score of the model in use. */
export const score = async ({ db }: TestServer, id: string, chance: number) =>
  db.execute(sql`insert into loan_scores (loan_id, model_version, chance, expected_amount, reasons, scored_at)
    values (${id}, 1, ${chance}, 100, '', now())`);

/** Client X's loans, all of one collector, with their scores; returns their ids by number. */
export async function makeScoredLoans(server: TestServer): Promise<string[]> {
  const { collector, manager } = server.people;
  const ids: string[] = [];
  await server.db.execute(sql`insert into recovery_models (id, version, state, is_used)
    values (${newId()}, 1, 'TRIED', true)`);
  for (let number = 0; number < LOANS; number += 1) {
    const id = await server.addLoan({
      loanNumber: `N${number}`,
      mobileNumber: `98765${String(10_000 + number)}`,
      collectorId: collector.id,
      managerId: manager.id,
      dispositionAt: new Date(Date.UTC(2026, 0, 1, 0, number * 13)).toISOString(),
    });
    const chance = chanceOf(number);
    if (chance !== null) await score(server, id, chance);
    ids.push(id);
  }
  return ids;
}

/** Saves a client's switch as it is given. */
export const saveSwitch = async (
  server: TestServer,
  body: object,
  { as = 'admin', client = server.clients.X.id }: { as?: PersonName; client?: string } = {},
) => server.call('PUT', `/recovery/clients/${client}`, { as, body });

/** Sets client X's switch: scores are on and order nothing, unless told otherwise. */
export const setSwitch = async (server: TestServer, chosen: Partial<ClientSwitch> = {}) =>
  (
    await saveSwitch(server, {
      isUsed: true,
      groupColumn: null,
      ordersWork: false,
      controlShare: 0,
      ...chosen,
    })
  ).json<ClientSwitch>();
