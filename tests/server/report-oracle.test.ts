import { beforeAll, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { REPORT_MEASURES, REPORT_RATIOS } from '../../contract/report-columns.ts';
import { NO_GROUP, REPORT_TITLES } from '../../contract/report-names.ts';
import type { ReportGroup, ReportName } from '../../contract/report-names.ts';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { mayReadReport } from '../../contract/report-engine.ts';
import { addDays, businessDay, dayRange } from '../../server/clock.ts';
import { mergeContactSums, wrongContactSums } from '../../server/reports/contact-sums.ts';
import {
  keepLatestMonths,
  keepMonth,
  mendAllLoanMonths,
  mendLoanMonths,
  wrongLoanMonths,
} from '../../server/reports/loan-months.ts';
import { REPORTS } from '../../server/reports/report-list.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { oracleOf } from '../support/report-oracle.ts';
import type { OracleAsk } from '../support/report-oracle-parts.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/** Random filters over generated books: every figure of every report is what the documents say, in plain SQL. */

const CASES = casesOf(500);
const seed = Number(givenSeed ?? Math.floor(Math.random() * 100_000));
const OF_CONTACTS: ReadonlySet<ReportName> = new Set([
  'dailyCalls',
  'dailyVisits',
  'callStatus',
  'fieldStatus',
]);
const NAMES = Object.keys(REPORT_TITLES) as ReportName[];
const server = testServer();

beforeAll(async () => {
  await makeReportBooks(server, seed);
});

/** Months of the books, which are kept by loan in the second part of the cases. */
const MONTHS = [
  ['2026-02-01', '2026-02-28'],
  ['2026-03-01', '2026-03-31'],
] as const;

const daysFrom = (lot: number, days: number) => {
  const from = addDays('2026-02-20', Math.floor(lot * 40));
  return [from, addDays(from, days)] as const;
};

const spanOf = ([from, to]: readonly [string, string]) =>
  dayRange(server.context.settings.businessTz, from, to);

/** Keeps the months, and has every fourth contact change after it. */
async function keepMonths(): Promise<void> {
  const { db } = server;
  await db.transaction(async (tx) => {
    for (const month of MONTHS) await keepMonth(tx, spanOf(month));
  });
  await db.execute(sql`update dispositions set recorded_at = recorded_at + interval '2 days'
    where right(id::text, 1) in ('5', '6')`);
  await db.execute(sql`update dispositions set disposition_class = 'REFUSED'
    where disposition_class = 'CONTACTED' and right(id::text, 1) in ('7', '8')`);
}

/** What is asked of the books for one group of a report. */
const NARROWED: Readonly<Partial<Record<ReportGroup, (ask: OracleAsk, key: string) => OracleAsk>>> =
  {
    agent: (ask, agent) => ({ ...ask, agent }),
    client: (ask, client) => ({ ...ask, client }),
    bucket: (ask, bucket) => ({ ...ask, bucket }),
  };

/** The next of a row of numbers from 0 to 1, the same for the same seed. */
function lots(start: number): () => number {
  let state = start + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it(
  `every figure is what the documents say (seed ${seed})`,
  async () => {
    const lot = lots(seed);
    const pick = <Item>(...items: Item[]): Item => items[Math.floor(lot() * items.length)] as Item;
    const { people, clients } = server;
    for (let at = 0; at < CASES; at += 1) {
      // Sums as the changes left them, and put together; months that are kept, first with changes since.
      if (at === Math.floor(CASES / 3)) await keepMonths();
      if (at === Math.floor(CASES / 2)) {
        await mergeContactSums(server.db);
        await mendLoanMonths(server.db);
      }
      const name = NAMES[at % NAMES.length] as ReportName;
      const reader: PersonName = pick(
        ...(['admin', 'manager', 'manager2', 'customer', 'clientadmin'] as const).filter((person) =>
          mayReadReport(name, people[person].role),
        ),
      );
      const [from, to] = pick(...MONTHS, daysFrom(lot(), pick(0, 1, 6, 30)));
      const isLenders =
        people[reader].role === 'CUSTOMER' || people[reader].role === 'CLIENT_ADMIN';
      // Whoever may not name a lender or an agent is refused: such filters are another test's.
      const client = isLenders || reader === 'admin' ? pick(null, 'Xenon Finance') : null;
      const agent =
        reader === 'admin' ? pick(null, people.collector.id, people.fieldagent.id) : null;
      const bucket = pick(null, '1', 'X');
      const outcome = OF_CONTACTS.has(name) ? pick(null, null, 'PTP', 'PAID', 'FIELD_PAID') : null;
      const by = pick<ReportGroup>(...REPORTS[name].groups.filter((group) => group in NARROWED));
      const ask: OracleAsk = {
        from,
        to,
        client,
        bucket,
        agent,
        outcome,
        managerId: people[reader].role === 'MANAGER' ? people[reader].id : null,
        clientId: isLenders ? clients.X.id : null,
      };
      const answer = await server.call('GET', `/reports/${name}`, {
        as: reader,
        query: {
          gte: from,
          lte: to,
          by,
          pageSize: '200',
          ...(outcome !== null && { disposition: outcome }),
          ...(client !== null && { clientName: client }),
          ...(bucket !== null && { bucket }),
          ...(agent !== null && { collectorId: agent }),
        },
      });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      const { measures, totals, data } = answer.json<ReportAnswer>();
      // One group of them: its cells are those of the report narrowed to it.
      const group = data[Math.floor(lot() * data.length)];
      const narrowed = group && NARROWED[by]?.(ask, group.group === NO_GROUP ? '' : group.group);
      for (const [place, measure] of measures.entries()) {
        if (totals[place] === null) continue;
        const told = await oracleOf(server.db, name, measure, ask);
        const asked = `${name}.${measure} ${JSON.stringify({ ...ask, reader, by })}`;
        expect(totals[place], asked).toBe(told);
        const sum = data.reduce((all, line) => all + (line.sums[place] ?? 0), 0);
        expect(sum, `all groups of ${asked}`).toBe(told);
        if (group === undefined || narrowed === undefined) continue;
        const cell = await oracleOf(server.db, name, measure, narrowed);
        expect(group.sums[place], `${group.group} of ${asked}`).toBe(cell);
      }
    }
  },
  60_000 + CASES * 1000,
);

it('sums that are kept follow every change of contacts, whoever puts them together meanwhile', async () => {
  const { db, people } = server;
  const wrong = () => wrongContactSums(db);
  expect(await wrong()).toEqual([]);
  await db.execute(sql`update dispositions set duration = coalesce(duration, 0) + 7, manager_id = null
    where right(id::text, 1) in ('1', '2')`);
  await db.execute(sql`update dispositions set code = 'CALL_STARTED', disposition_class = 'NOT_CONTACTED'
    where channel = 'CALL' and right(id::text, 1) = '3'`);
  // Across a half hour, and to another agent.
  await db.execute(sql`update dispositions set recorded_at = recorded_at + interval '40 minutes',
    agent_id = ${people.collector2.id} where right(id::text, 1) = '4'`);
  await Promise.all([mergeContactSums(db), mergeContactSums(db), wrong()]);
  expect(await wrong()).toEqual([]);
  await db.execute(sql`with gone as (delete from dispositions where id in (select d.id from dispositions d
      where not exists (select 1 from receipts r where r.disposition_id = d.id) order by d.id limit 20) returning *)
    insert into dispositions_removed (id, loan_id, agent_id, manager_id, row, reason, removed_by)
    select id, loan_id, agent_id, manager_id, to_jsonb(gone), 'by mistake', ${people.admin.id} from gone`);
  expect(await wrong()).toEqual([]);
  await mergeContactSums(db);
  expect(await wrong()).toEqual([]);
  const { rows } = await db.execute(sql`select 1 from contact_sums
    group by slot, channel, agent_id, manager_id having count(*) > 1 or bool_or(not is_merged)`);
  expect(rows).toEqual([]);
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

it('months that are kept by loan follow every change of contacts, whoever puts them right meanwhile', async () => {
  const { db, people } = server;
  const wrong = () => wrongLoanMonths(db);
  const stale = async () =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from loan_months_stale`)).rows[0]
      ?.n;
  await mendLoanMonths(db);
  const { rows: kept } = await db.execute(sql`select 1 from loan_months`);
  expect(kept.length).toBeGreaterThan(50);
  expect(await wrong()).toEqual([]);
  // To the month before, to another agent, and a beginning that another outcome takes back.
  await db.execute(sql`update dispositions set recorded_at = recorded_at - interval '20 days',
    agent_id = ${people.collector2.id} where right(id::text, 1) in ('1', '9')`);
  await db.execute(sql`update dispositions set code = 'CALL_STARTED', disposition_class = 'NOT_CONTACTED'
    where channel = 'CALL' and right(id::text, 1) = '2'`);
  expect(await stale()).toBeGreaterThan(0);
  await Promise.all([mendLoanMonths(db), mendLoanMonths(db), wrong()]);
  expect(await stale()).toBe(0);
  expect(await wrong()).toEqual([]);
  // What nobody told of is found.
  await db.execute(sql`update loan_months set contacts = contacts + 1 where loan_id =
    (select loan_id from loan_months order by loan_id limit 1)`);
  expect((await wrong()).length).toBeGreaterThan(0);
  await db.transaction(async (tx) => mendAllLoanMonths(tx));
  expect(await wrong()).toEqual([]);
});

it('a remark that is mended has no month read anew', async () => {
  const { db } = server;
  await db.execute(sql`update dispositions set remarks = 'mended' where right(id::text, 1) = '1'`);
  const { rows } = await db.execute(sql`select 1 from loan_months_stale`);
  expect(rows).toEqual([]);
});

it('the latest months are kept by themselves, months of another time zone no longer', async () => {
  const { db, context } = server;
  await db.execute(
    sql`insert into kept_months values ('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')`,
  );
  await keepLatestMonths(context);
  const zone = context.settings.businessTz;
  const { rows } = await db.execute<{ day: string; n: number }>(sql`
    select max(starts_at at time zone ${zone})::date::text as day, count(*)::int as n from kept_months
    where to_char(starts_at at time zone ${zone}, 'DD HH24:MI') = '01 00:00'`);
  const { rows: all } = await db.execute(sql`select 1 from kept_months`);
  expect(rows[0]?.day).toBe(`${businessDay(zone).slice(0, 8)}01`);
  expect(all).toHaveLength(rows[0]?.n ?? 0);
  expect(await wrongLoanMonths(db)).toEqual([]);
});
