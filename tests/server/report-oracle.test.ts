import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { REPORT_MEASURES, REPORT_RATIOS } from '../../contract/report-columns.ts';
import { REPORT_TITLES } from '../../contract/report-names.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { mayReadReport } from '../../contract/report-engine.ts';
import { addDays } from '../../server/clock.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { oracleOf } from '../support/report-oracle.ts';
import type { OracleAsk } from '../support/report-oracle-parts.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

/** Random filters over generated books: every figure of every report is what the documents say, in plain SQL. */

const CASES = casesOf(200);
const seed = Number(givenSeed ?? Math.floor(Math.random() * 100_000));
const NAMES = Object.keys(REPORT_TITLES) as ReportName[];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await makeReportBooks(server, seed);
});

afterAll(async () => server.close());

/** The next of a row of numbers from 0 to 1, the same for the same seed. */
function lots(start: number): () => number {
  let state = start + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it(`every figure is what the documents say (seed ${seed})`, async () => {
  const lot = lots(seed);
  const pick = <Item>(...items: Item[]): Item => items[Math.floor(lot() * items.length)] as Item;
  const { people, clients } = server;
  for (let at = 0; at < CASES; at += 1) {
    const name = NAMES[at % NAMES.length] as ReportName;
    const reader: PersonName = pick(
      ...(['admin', 'manager', 'manager2', 'customer', 'clientadmin'] as const).filter((person) =>
        mayReadReport(name, people[person].role),
      ),
    );
    const from = addDays('2026-02-20', Math.floor(lot() * 40));
    const to = addDays(from, pick(0, 1, 6, 30));
    const isLenders = people[reader].role === 'CUSTOMER' || people[reader].role === 'CLIENT_ADMIN';
    // Whoever may not name a lender or an agent is refused: such filters are another test's.
    const client = isLenders || reader === 'admin' ? pick(null, 'Xenon Finance') : null;
    const agent = reader === 'admin' ? pick(null, people.collector.id, people.fieldagent.id) : null;
    const bucket = pick(null, '1', 'X');
    const ask: OracleAsk = {
      from,
      to,
      client,
      bucket,
      agent,
      managerId: people[reader].role === 'MANAGER' ? people[reader].id : null,
      clientId: isLenders ? clients.X.id : null,
    };
    const answer = await server.call('GET', `/reports/${name}`, {
      as: reader,
      query: {
        gte: from,
        lte: to,
        ...(client !== null && { clientName: client }),
        ...(bucket !== null && { bucket }),
        ...(agent !== null && { collectorId: agent }),
      },
    });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const { measures, totals } = answer.json<ReportAnswer>();
    for (const [place, measure] of measures.entries()) {
      if (totals[place] === null) continue;
      const told = await oracleOf(server.db, name, measure, ask);
      expect(totals[place], `${name}.${measure} ${JSON.stringify({ ...ask, reader })}`).toBe(told);
    }
  }
});

it('the documents tell every report and figure in the words of screens and files', async () => {
  const page = (await readFile('docs/reports.md', 'utf8')).replaceAll(/\s+/g, ' ');
  for (const { title, says } of Object.values(REPORT_TITLES)) {
    expect(page).toContain(title);
    expect(page).toContain(says);
  }
  for (const [key, { title, says }] of Object.entries({ ...REPORT_MEASURES, ...REPORT_RATIOS }))
    expect(page).toContain(`| \`${key}\` | ${title} | ${says} |`);
});
