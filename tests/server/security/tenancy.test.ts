import { beforeAll, expect, it } from 'vitest';
import { calls } from '../../../contract/calls.ts';
import type { Call } from '../../../contract/call.ts';
import { fieldsOf, inputShape, sampleOf } from '../../support/call-samples.ts';
import { triesAll } from '../../support/cases.ts';
import { MARK, addOtherTenant, rowsOfTenant } from '../../support/other-tenant.ts';
import type { OtherTenant } from '../../support/other-tenant.ts';
import { testServer } from '../../support/server.ts';
import type { PersonName } from '../../support/server.ts';
import { loanOf } from '../../support/work.ts';

/*
 * Tenancy is proven: every call of the contract, as every role that may send it, with each of another tenant's ids and
 * names wherever an id or a name can stand. Nothing of it comes back, and nothing of it changes. A call added later is
 * walked by being added.
 */

const server = testServer();
let other: OtherTenant;
let ownLoan: string;

beforeAll(async () => {
  ownLoan = await loanOf(server, 'collector');
  other = await addOtherTenant(server);
  // What payments and days make of its settlement is done before anybody looks.
  await server.upkeep.runNow('settlements');
});

/** One of each role of lender X and of the first manager's team. */
const OUTSIDERS = [
  'manager',
  'collector',
  'fieldagent',
  'partner',
  'clientadmin',
  'customer',
  'client',
] as const satisfies readonly PersonName[];

type Json = Record<string, unknown>;

interface Attempt {
  readonly what: string;
  readonly path: string;
  readonly query: Json;
  readonly body: Json | undefined;
}

/**
 * Things that a call is about, by its name or path; every thing where that does not tell. With `npm run soak` every thing
 * is tried everywhere: an id of another kind names nothing.
 */
function aboutOf(call: Call): [string, string][] {
  const words = `${call.name} ${call.path}`.toLowerCase();
  const all = Object.entries(other);
  const about = all.filter(([kind]) => words.includes(kind.replace(/Id$/, '').toLowerCase()));
  return triesAll || about.length === 0 ? all : about;
}

/** Which of the other tenant's things a field may name: its own kind when the name tells, else what the call is about. */
function foreignFor(call: Call, field: string): [string, string][] {
  const exact = other[field];
  if (exact !== undefined) return [[field, exact]];
  const named = {
    client: 'clientId',
    clientIds: 'clientId',
    loanIds: 'loanId',
    receiptIds: 'receiptId',
    settalementId: 'settlementId',
  }[field];
  if (named !== undefined) return [[named, other[named] ?? '']];
  if (/successor|assignee|agent/i.test(field)) return [['collectorId', other['collectorId'] ?? '']];
  return aboutOf(call);
}

const isClientName = (field: string) =>
  /^client_?(s)?name$/i.test(field) || field === 'clientsName';

/** The fields of an input that take an id, a list of ids or a lender's name, with a sample of the foreign value. */
function foreignFields(call: Call, shape: Json): [string, string, unknown][] {
  const properties = (shape['properties'] ?? {}) as Record<string, Json>;
  return Object.entries(properties).flatMap(([field, one]): [string, string, unknown][] => {
    if (isClientName(field)) return [[field, 'name', server.clients.Y.name]];
    const text = JSON.stringify(one);
    if (!text.includes('"uuid"') && !/(^|_)id$|Id$/.test(field)) return [];
    const isList = one['type'] === 'array';
    return foreignFor(call, field).map(([kind, id]) => [field, kind, isList ? [id] : id]);
  });
}

/** Everything to try with a call: each id or name field foreign, one at a time, the rest a sample of one's own. */
function attemptsOf(call: Call): Attempt[] {
  const ids = { any: ownLoan, loanId: ownLoan };
  const queryShape = inputShape(call.query);
  const bodyShape = call.bodyKind === 'multipart' ? {} : inputShape(call.body);
  const base = (shape: Json) => sampleOf({ type: 'object', ...shape }, '', ids) as Json;
  const hasBody = fieldsOf(bodyShape).length > 0;
  const query = base(queryShape);
  const body = hasBody ? base(bodyShape) : undefined;
  const ownPath = call.path.replace(/:\w+/g, ownLoan);
  const inPath = call.path.includes(':')
    ? aboutOf(call).map(([kind, id]) => ({
        what: `path ${kind}`,
        path: call.path.replace(/:\w+/g, id),
        query,
        body,
      }))
    : [];
  const inQuery = foreignFields(call, queryShape).map(([field, kind, value]) => ({
    what: `query ${field}=${kind}`,
    path: ownPath,
    query: { ...query, [field]: Array.isArray(value) ? value[0] : value },
    body,
  }));
  const inBody = foreignFields(call, bodyShape).map(([field, kind, value]) => ({
    what: `body ${field}=${kind}`,
    path: ownPath,
    query,
    body: { ...body, [field]: value },
  }));
  return [{ what: 'as it is', path: ownPath, query, body }, ...inPath, ...inQuery, ...inBody];
}

async function isTold(call: Call, as: PersonName, attempt: Attempt): Promise<boolean> {
  const { path, query, body } = attempt;
  const answer = await server.app.inject({
    method: call.method,
    url: path.startsWith('/api/') ? path : `/api/v1${path}`,
    headers: { authorization: `Bearer ${server.people[as].token}` },
    query: query as Record<string, string>,
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(
    answer.statusCode,
    `${call.name} ${attempt.what} as ${as}: ${answer.body.slice(0, 300)}`,
  ).toBeLessThan(500);
  const text = answer.rawPayload.toString('utf8');
  return text.includes(MARK) || text.includes(server.clients.Y.name);
}

const walked = calls.filter(
  (call) => call.access === 'session' && !/^log(in|out)/i.test(call.name),
);

it.each(OUTSIDERS)(
  '%s: no call, whatever foreign id or name it is given, tells or changes anything of another tenant',
  async (as) => {
    const before = await rowsOfTenant(server, other);
    expect(before.length).toBeGreaterThan(20);
    const told: string[] = [];
    const { role } = server.people[as];
    for (const call of walked.filter((each) => each.roles === 'any' || each.roles.includes(role)))
      for (const attempt of attemptsOf(call))
        if (await isTold(call, as, attempt)) told.push(`${call.name} ${attempt.what}`);
    expect(told).toEqual([]);
    expect(await rowsOfTenant(server, other)).toEqual(before);
  },
  120_000,
);

it('the same walk by those whose it is does find it: the walk is not blind', async () => {
  const seen = walked.filter((call) => ['listLoans', 'listLoanConflicts'].includes(call.name));
  const found = new Set<string>();
  for (const call of seen)
    for (const attempt of attemptsOf(call))
      if (await isTold(call, 'manager2', attempt)) found.add(call.name);
  expect([...found].sort()).toEqual(['listLoanConflicts', 'listLoans']);
});
