import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../server/audit/audit-verification.ts';
import { startTestServer, testPassword } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';
import { callOf, loanOf } from '../../support/work.ts';

/* Security 46 and 47: who did what when, and nobody edits it. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  const { people } = server;
  const logIn = (password: string) =>
    server.call('POST', '/login', { as: null, body: { email: people.collector.email, password } });
  await logIn(testPassword);
  await logIn('wrong');
  const loanId = await loanOf(server, 'collector');
  await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
  await server.call('PUT', '/loans/edit', {
    as: 'collector',
    body: { _id: loanId, revision: 1, changes: { Mobile_Number: '9123456780' } },
  });
  await server.call('GET', '/loans', { as: 'collector' });
  await server.call('GET', '/reports/dailyCalls/export', { as: 'manager' });
});

afterAll(async () => server.close());

interface AuditRow extends Record<string, unknown> {
  sequence: number;
  at: string;
  actor_id: string | null;
  action: string;
}

async function trail(): Promise<AuditRow[]> {
  return (await server.db.execute<AuditRow>(sql`select * from audit_log order by sequence`)).rows;
}

describe('the audit trail', () => {
  it('tells logins, refusals, denials, changes and exports: who, what, when', async () => {
    const rows = await trail();
    const collector = server.people.collector.id;
    for (const [action, actor] of [
      ['login', collector],
      ['login.refused', null],
      ['access.denied', collector],
      ['disposition.record', collector],
      ['loan.edit', collector],
    ] as const)
      expect(rows, action).toContainEqual(
        expect.objectContaining({ action, actor_id: actor, at: expect.stringMatching(/\+00$/) }),
      );
    expect(
      rows.filter(
        (row) => row.action.includes('export') && row.actor_id === server.people.manager.id,
      ),
    ).not.toEqual([]);
  });

  it('holds no phone number and no password', async () => {
    const text = JSON.stringify(await trail());
    expect(text).not.toContain('9123456780');
    expect(text).not.toContain(testPassword);
  });

  it('can be neither edited nor emptied', async () => {
    for (const query of [
      sql`update audit_log set action = 'nothing'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(server.db.execute(query)).rejects.toMatchObject({
        cause: { message: 'The audit trail is append-only.' },
      });
    expect(await verifyAudit(server.db)).toMatchObject({ broken: [] });
  });

  it('is verified by its own hashes: an edited row and a removed one are named', async () => {
    const rows = await trail();
    const [edited, , removed] = rows.map((row) => row.sequence);
    await server.db.execute(sql`alter table audit_log disable trigger all`);
    await server.db.execute(
      sql`update audit_log set actor_id = null, action = 'innocent' where sequence = ${edited}`,
    );
    await server.db.execute(sql`delete from audit_log where sequence = ${removed}`);
    await server.db.execute(sql`alter table audit_log enable trigger all`);
    const { checked, broken } = await verifyAudit(server.db);
    expect(checked).toBe(rows.length - 1);
    expect(broken).toEqual([
      { sequence: edited, reason: 'edited' },
      { sequence: (removed ?? 0) + 1, reason: 'removed before it' },
    ]);
  });
});
