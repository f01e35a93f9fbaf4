import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anchorFile, anchorHead, compareAnchors } from '../../../server/audit/audit-anchor.ts';
import type { AnchorFinding } from '../../../server/audit/audit-anchor.ts';
import { writeAudit } from '../../../server/audit/audit-trail.ts';
import { auditUpkeep, sealReads } from '../../../server/audit/audit-upkeep.ts';
import { verifyAudit } from '../../../server/audit/audit-verification.ts';
import { changedReads } from '../../../server/audit/read-log.ts';
import { log } from '../../../server/log.ts';
import { testServer } from '../../support/server.ts';
import { loanOf } from '../../support/work.ts';

/* Security 47: whoever may do everything in the database still can't rewrite what happened without being found out. */

const server = testServer();

beforeAll(async () => {
  await server.upkeep.runNow('life mark');
  // It signs a head at the start by itself: from now on only this test does.
  await server.upkeep.runNow('audit trail');
});

const anchor = () => anchorHead(server.db, server.context.settings.dataDir);
const compare = () => compareAnchors(server.db, server.context.settings.dataDir);

/** Does something to the trail that only the database's owner can, tries it, and puts everything back. */
async function tampered<Result>(how: SQL, look: () => Promise<Result>): Promise<Result> {
  const { ownerDb: db } = server;
  await db.execute(sql`create table kept as select * from audit_log`);
  await db.execute(sql`alter table audit_log disable trigger all`);
  try {
    await db.execute(how);
    return await look();
  } finally {
    await db.execute(sql`delete from audit_log`);
    await db.execute(sql`insert into audit_log select * from kept`);
    await db.execute(sql`alter table audit_log enable trigger all`);
    await db.execute(sql`drop table kept`);
  }
}

const note = (action: string) => writeAudit(server.db, null, [{ action }]);

const reasonsOf = ({ broken }: AnchorFinding) => broken.map(({ reason }) => reason);

describe('signed heads of the audit trail', () => {
  it('fit a trail that only grew', async () => {
    await note('first');
    await anchor();
    await note('second');
    await anchor();
    expect(await anchor(), 'nothing new').toBeNull();
    await note('third');
    const found = await compare();
    expect(found.broken).toEqual([]);
    expect(found.compared).toBeGreaterThanOrEqual(2);
  });

  it('find the newest rows cut off, the trail emptied, and the whole chain written anew', async () => {
    const newest = sql`delete from audit_log where sequence >= (select max(sequence) - 1 from audit_log)`;
    const cut = await tampered(newest, async () => ({
      chain: await verifyAudit(server.db),
      heads: await compare(),
    }));
    expect(cut.chain.broken, 'the chain alone does not tell').toEqual([]);
    expect(reasonsOf(cut.heads)).toEqual(['the row is gone']);
    const emptied = await tampered(sql`delete from audit_log`, compare);
    expect(emptied.broken.length).toBe(emptied.compared);
    const rewritten = sql`with recursive chain as (
        select sequence, audit_hash(repeat('0', 64), sequence, at, null, actor_role, action, entity, entity_id, details) as hash, repeat('0', 64) as before
        from audit_log where sequence = 1
        union all
        select a.sequence, audit_hash(c.hash, a.sequence, a.at, null, a.actor_role, a.action, a.entity, a.entity_id, a.details), c.hash
        from audit_log a join chain c on a.sequence = c.sequence + 1)
      update audit_log a set actor_id = null, action = a.action, previous_hash = c.before, hash = c.hash
      from chain c where c.sequence = a.sequence`;
    const anew = await tampered(
      sql`update audit_log set action = action || '' where false`,
      async () => {
        await server.ownerDb.execute(
          sql`update audit_log set actor_role = 'ADMIN' where sequence = 1`,
        );
        await server.ownerDb.execute(rewritten);
        return { chain: await verifyAudit(server.db), heads: await compare() };
      },
    );
    expect(anew.chain.broken).toEqual([]);
    expect(reasonsOf(anew.heads)).toEqual(
      Array.from({ length: anew.heads.compared }, () => 'the row is another one'),
    );
  });

  it('are sent to the URL of the settings, too', async () => {
    const sent: unknown[] = [];
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      sent.push(await json(request));
      response.end();
    };
    const elsewhere = createServer((request, response) => void take(request, response));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const { context } = server;
    const settings = { ...context.settings, auditAnchorUrl: `http://127.0.0.1:${port}/heads` };
    await note('to be sent');
    await auditUpkeep.work({ ...context, settings });
    const text = await readFile(anchorFile(settings.dataDir), 'utf8');
    expect(sent).toEqual([JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')]);
    elsewhere.close();
  });

  it('are said not to have been taken by an address that sends them elsewhere', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      // As a server does that wants https, and a page of it that takes whatever comes.
      if (request.url === '/heads') response.writeHead(301, { location: '/page' });
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const { context } = server;
    const settings = { ...context.settings, auditAnchorUrl: `http://127.0.0.1:${port}/heads` };
    const warned = vi.spyOn(log, 'warn');
    await note('to be sent, and not taken');
    await auditUpkeep.work({ ...context, settings });
    expect(asked).toEqual(['POST /heads']);
    expect(warned).toHaveBeenCalledWith({ status: 301 }, expect.stringContaining('not taken'));
    warned.mockRestore();
    elsewhere.close();
  });

  it('are sent again, once, when the address that took none of them takes them', async () => {
    const sent: unknown[] = [];
    let status = 503;
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      sent.push(await json(request));
      response.writeHead(status).end();
    };
    const elsewhere = createServer((request, response) => void take(request, response));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const { context } = server;
    const settings = { ...context.settings, auditAnchorUrl: `http://127.0.0.1:${port}/heads` };
    const look = async () => auditUpkeep.work({ ...context, settings });
    const warned = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    await note('to be sent again');
    await look();
    status = 200;
    await look();
    await look();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    warned.mockRestore();
    elsewhere.close();
  });

  it('are found out when they are changed themselves', async () => {
    const file = anchorFile(server.context.settings.dataDir);
    const text = await readFile(file, 'utf8');
    const [line = ''] = text.trimEnd().split('\n').slice(-1);
    const { hash } = JSON.parse(line) as { hash: string };
    await writeFile(file, text.replaceAll(hash, 'f'.repeat(64)));
    expect((await compare()).broken).toMatchObject([{ reason: 'the signed head was changed' }]);
    await writeFile(file, text);
    expect((await compare()).broken).toEqual([]);
  });

  it('are all found behind one that was cut short', async () => {
    await note('whole');
    await anchor();
    const { compared } = await compare();
    const file = anchorFile(server.context.settings.dataDir);
    await appendFile(file, '{"origin":"cut by a full di');
    await note('after it');
    const next = await anchor();
    expect(await compare()).toMatchObject({ compared: compared + 1, newest: next, broken: [] });
  });

  it('name the file of a key that was cut short, and what to do about it', async () => {
    await note('signed');
    await anchor();
    const file = join(server.context.settings.dataDir, 'audit-key.pem');
    const key = await readFile(file, 'utf8');
    try {
      await writeFile(file, key.slice(0, 40));
      await expect(compare()).rejects.toThrow(`${file} is no key`);
    } finally {
      await writeFile(file, key);
    }
  });
});

describe('who saw what', () => {
  it('is sealed into the trail, so that a row that is changed or taken out is found', async () => {
    const loanId = await loanOf(server, 'collector');
    for (const as of ['collector', 'manager'] as const)
      await server.call('GET', `/loans/id/${loanId}`, { as });
    await server.ownerDb.execute(sql`update audit_reads set at = at - interval '5 minutes'`);
    await sealReads(server.context);
    expect(await changedReads(server.db)).toEqual([]);
    await server.ownerDb.execute(
      sql`delete from audit_reads where id = (select min(id) from audit_reads)`,
    );
    expect(await changedReads(server.db)).toHaveLength(1);
  });
});
