import { UNKNOWN_ROW } from './check.ts';
import type { Finding } from './check.ts';
import type { Sources } from './sources.ts';
import type { Expansion, Riddle } from './statements.ts';

/** Statements that are no text of ours. Each is carried out by the test that is named. */
const FOREIGN: readonly { place: string; sent: string; why: string }[] = [
  {
    place: 'server/jobs/jobs.ts',
    sent: 'sql.join(chunks)',
    why: 'pg-boss writes it, in a transaction of ours: every test that queues a job runs it, such as loan-import.test.ts',
  },
  {
    place: 'server/jobs/jobs.ts',
    sent: 'text',
    why: 'pg-boss writes it: every test that starts a server runs it',
  },
  {
    place: 'server/database/migrate.ts',
    sent: 'migration.sql',
    why: 'the migrations themselves: migrate.test.ts runs them, and all that is checked here stands on them',
  },
  {
    place: 'server/database/list-page.ts',
    sent: 'sql`select count(*)::int as n from ${from}`',
    why: 'every list comes here with all its conditions: the statement of its page, which has the same ones, is checked',
  },
  ...[
    ['row-pieces.ts', 'copyOut'],
    ['table-loading.ts', 'copyIn'],
    ['schema-rest.ts', 'statement'],
    ['schema-rest.ts', 'truncation'],
    ['snapshot.ts', 'sameSnapshot'],
    ['drill.ts', 'making'],
    ['drill.ts', 'dropping'],
  ].map(([file = '', sent = '']) => ({
    place: `server/backups/${file}`,
    sent,
    why: 'whatever tables, constraints and databases there are, as PostgreSQL lists them: backup-round-trip.test.ts has all of them',
  })),
];

/** Where rows are of whatever type the caller has: their columns are described, the type of the row is not compared. */
const GENERIC_ROWS = 'server/database/list-page.ts:';
const isOfGenericRow = ({ place, text }: Finding): boolean =>
  place.startsWith(GENERIC_ROWS) && text === UNKNOWN_ROW;

const isForeign = (sources: Sources, { sent }: Riddle): boolean =>
  FOREIGN.some(
    ({ place, sent: text }) =>
      sources.placeOfNode(sent).startsWith(`${place}:`) && sent.getText() === text,
  );

/** What can't be told from the sources, a line each; none of it can be checked. */
export function riddleLines(sources: Sources, { riddles, unseen }: Expansion): string[] {
  const lines = riddles
    .filter((riddle) => !isForeign(sources, riddle))
    .map(({ node, sent, why }) => {
      const at = sources.placeOfNode(node);
      const of = sources.placeOfNode(sent);
      return `${at}: ${why}${at === of ? '' : ` (for the statement at ${of})`}`;
    });
  const foreign = new Set(FOREIGN.map(({ place }) => place));
  const left = unseen
    .map((node) => [sources.placeOfNode(node), node.getText().slice(0, 60)] as const)
    // Conditions and orders of indexes: drizzle's own comparison of the schema with the migrations has them.
    .filter(([place]) => !place.startsWith('server/database/tables/'))
    .filter(([place]) => !foreign.has(place.replace(/:\d+$/, '')))
    .map(([place, text]) => `${place}: no statement has this fragment: ${text}`);
  return [...lines, ...left].sort();
}

/** What is wrong, a paragraph each: the place, PostgreSQL's or our words, the statement, and what was decided to get it. */
export function findingLines(sources: Sources, findings: readonly Finding[]): string[] {
  const grouped = new Map<string, Finding[]>();
  for (const finding of findings.filter((one) => !isOfGenericRow(one))) {
    const key = `${finding.place}: ${finding.text}`;
    grouped.set(key, [...(grouped.get(key) ?? []), finding]);
  }
  return [...grouped]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, [first, ...others]]) => {
      if (first === undefined) return key;
      const of = sources.placeOfNode(first.statement.sent);
      const variant = first.statement.variant === '' ? '' : ` when ${first.statement.variant}`;
      const more = others.length === 0 ? '' : `, and ${others.length} more of its variants`;
      return `${key}\n    in the statement sent at ${of}${variant}${more}`;
    });
}
