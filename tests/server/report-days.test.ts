import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import { makeReportBooks } from '../support/report-books.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await makeReportBooks(server, 7);
});

afterAll(async () => server.close());

async function ask(name: ReportName, query: Record<string, string>): Promise<ReportAnswer> {
  const answer = await server.call('GET', `/reports/${name}`, { as: 'admin', query });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json<ReportAnswer>();
}

it('refuses a day with something behind it by its field', async () => {
  const query = { gte: '2026-11-01xyz', lte: '2026-11-30' };
  const answer = await server.call('GET', '/reports/callStatus', { as: 'admin', query });
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({ details: [{ path: 'gte', code: 'not-a-day' }] });
});

describe('the period before', () => {
  it('is as long and ends where the days begin', async () => {
    const report = await ask('callStatus', { gte: '11-03-2026', lte: '20-03-2026', compare: '1' });
    const before = await ask('callStatus', { gte: '01-03-2026', lte: '10-03-2026' });
    expect(report.before).toEqual({
      range: { from: '2026-03-01', to: '2026-03-10' },
      totals: before.totals,
    });
  });
});
