import { sql } from 'drizzle-orm';
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Receipt, SealedOperation } from '../../contract/queued-work.ts';
import { newId } from '../../server/ids.ts';
import { toBase64Url } from '../../src/offline/bytes.ts';
import { seal, sealedFileBytes } from '../../src/offline/seal.ts';
import { contact, watched } from '../support/device-contact.ts';
import { sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, loanOf, visitOf } from '../support/work.ts';
import { casesOf } from '../support/cases.ts';

const OPERATIONS = casesOf(400);

const server = testServer();

interface Exported {
  readonly operations?: readonly unknown[];
  readonly files?: readonly unknown[];
  readonly exportedAt?: string;
  readonly more?: object;
}

/** The first line as the app writes it. */
const lineOf = (phone: TestDevice, { operations = [], files = [], ...rest }: Exported) =>
  JSON.stringify({
    format: 'recoup-outbox',
    version: 2,
    deviceId: phone.grant.deviceId,
    userId: server.people.fieldagent.id,
    epoch: phone.grant.epoch,
    exportedAt: rest.exportedAt ?? new Date().toISOString(),
    ...rest.more,
    operations,
    files,
  });

const proofOf = (phone: TestDevice, line: string) => {
  const key = createHash('sha256').update(phone.grant.deliveryToken).digest();
  return createHmac('sha256', key).update(line).digest('base64url');
};

const exportOf = (phone: TestDevice, what: Exported) => {
  const line = lineOf(phone, what);
  return `${line}\n${JSON.stringify({ proof: proofOf(phone, line) })}`;
};

const importAs = (as: PersonName, content: string) =>
  sendFile(server, '/devices/stuck-work', { as, content, name: 'recoup-outbox.json' });

async function visitWithSlip(phone: TestDevice) {
  const loanId = await loanOf(server, 'fieldagent');
  const bytes = Buffer.from(`%PDF-1.4\n% "slip" \\ ${loanId}\n%%EOF\n`);
  const file = {
    _id: newId(),
    kind: 'supportingDoc',
    name: 'slip.pdf',
    contentType: 'application/pdf',
    size: bytes.length,
    sha256: sha256Hex(bytes),
  };
  const operation = await phone.seal({
    call: 'createFieldDisposition',
    loanId,
    body: visitOf(loanId, { files: [file], recordedAt: ago(60) }),
  });
  const sealed = await seal(
    new Uint8Array(bytes),
    phone.grant.serverKey,
    'recoup-file-v1',
    file._id,
  );
  const exported = {
    fileId: file._id,
    opId: operation.opId,
    keyId: sealed.keyId,
    ephemeralKey: sealed.ephemeralKey,
    sha256: file.sha256,
    sealed: toBase64Url(sealedFileBytes(sealed)),
  };
  return { loanId, operation, file, exported, bytes };
}

async function dispositionsOf(loanId: string) {
  const rows = await server.db.execute(
    sql`select agent_id, op_id from dispositions where loan_id = ${loanId}`,
  );
  return rows.rows;
}

describe('taking in a file of stuck work', () => {
  it('runs all of it once under its author, however often it is brought and delivered', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const { loanId, operation, file, exported, bytes } = await visitWithSlip(phone);
    const child = await phone.seal({
      call: 'createFieldDisposition',
      loanId,
      after: operation.opId,
      body: visitOf(loanId),
    });
    const content = exportOf(phone, { operations: [child, operation], files: [exported] });
    for (let round = 0; round < 2; round += 1) {
      const answer = await importAs('admin', content);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({
        agentName: 'Test fieldagent',
        files: [{ _id: file._id, outcome: 'DONE' }],
      });
      const { receipts } = answer.json<{ receipts: Receipt[] }>();
      expect(receipts.map(({ outcome }) => outcome)).toEqual([
        round === 0 ? 'HELD' : 'DONE',
        'DONE',
      ]);
    }
    expect(await phone.deliver([operation, child])).toMatchObject([
      { outcome: 'DONE' },
      { outcome: 'DONE' },
    ]);
    const author = { agent_id: server.people.fieldagent.id };
    expect(await dispositionsOf(loanId)).toMatchObject([author, author]);
    const stored = await server.call('GET', `/files/${file._id}`, { as: 'manager' });
    expect(sha256Hex(stored.rawPayload)).toBe(sha256Hex(bytes));
    const audit = await server.db.execute(sql`select action, actor_id, details from audit_log
      where action like 'device.stuck-work%' and entity_id = ${phone.grant.deviceId} order by sequence limit 2`);
    const by = { actor_id: server.people.admin.id };
    expect(audit.rows).toMatchObject([
      { ...by, action: 'device.stuck-work', details: { userId: server.people.fieldagent.id } },
      { ...by, action: 'device.stuck-work-done', details: { operations: 2, files: 1 } },
    ]);
  });

  it('closes the gap that the lost storage left', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const { operation } = await visitWithSlip(phone);
    expect((await contact(server, phone, { givenSequence: 1, waiting: [] })).gaps).toEqual([
      [1, 1],
    ]);
    await importAs('superadmin', exportOf(phone, { operations: [operation] }));
    expect((await watched(server, 'admin', phone))?.gaps).toEqual([]);
    expect((await contact(server, phone, { givenSequence: 1, waiting: [] })).gaps).toEqual([]);
  });

  it('says of each item what became of it', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const good = await visitWithSlip(phone);
    const foreign = await server.addLoan();
    const refused = await phone.seal({
      call: 'createFieldDisposition',
      loanId: foreign,
      body: visitOf(foreign),
    });
    const damaged = { ...good.operation, opId: newId() };
    const lost = { ...good.exported, sha256: '0'.repeat(64) };
    const early = (await visitWithSlip(phone)).exported;
    const answer = await importAs(
      'admin',
      exportOf(phone, { operations: [refused, damaged, good.operation], files: [lost, early] }),
    );
    expect(answer.json()).toMatchObject({
      receipts: [
        { outcome: 'REFUSED', status: 404 },
        { outcome: 'REFUSED', code: 'SEAL_BROKEN' },
        { outcome: 'DONE' },
      ],
      files: [{ outcome: 'REFUSED' }, { _id: early.fileId, outcome: 'HELD' }],
    });
  });

  it('knows the file of a phone that has logged in again since, was ended, or has been silent for long', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const first = await visitWithSlip(phone);
    const content = exportOf(phone, { operations: [first.operation] });
    for (let logins = 0; logins < 3; logins += 1)
      await registerTestDevice(server, 'fieldagent', phone.grant.deviceId);
    await server.db
      .execute(sql`update devices set revoked_at = now(), last_seen_at = now() - interval '60 days'
      where id = ${phone.grant.deviceId}`);
    expect((await importAs('admin', content)).json()).toMatchObject({
      receipts: [{ outcome: 'DONE' }],
    });
  });

  it('knows it among hundreds of logins, by when it was exported', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const { operation } = await visitWithSlip(phone);
    const { deviceId } = phone.grant;
    await registerTestDevice(server, 'fieldagent', deviceId);
    await server.db
      .execute(sql`update past_device_tokens set ended_at = now() - interval '200 hours'
      where device_id = ${deviceId}`);
    await server.db.execute(sql`
      insert into past_device_tokens (token_hash, device_id, user_id, ended_at)
      select sha256(n::text::bytea), ${deviceId}, ${server.people.fieldagent.id}, now() - make_interval(hours => n)
      from generate_series(1, 400) n where n <> 200`);
    const exportedAt = ago(200 * 60 + 20);
    const answer = await importAs(
      'admin',
      exportOf(phone, { operations: [operation], exportedAt }),
    );
    expect(answer.json()).toMatchObject({ receipts: [{ outcome: 'DONE' }] });
  });

  it('takes nothing that the device did not make, or that was changed', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const other = await registerTestDevice(server, 'fieldagent');
    const { loanId, operation } = await visitWithSlip(phone);
    const line = lineOf(phone, { operations: [operation] });
    const proof = proofOf(phone, line);
    const signed = (text: string, by = proof) => `${text}\n${JSON.stringify({ proof: by })}`;
    const stranger = { ...phone, grant: { ...phone.grant, deviceId: newId() } };
    const forged = [
      signed(line, proofOf(other, line)),
      signed(line.replace(/"sequence":\d+/, '"sequence":77')),
      signed(line.replace(server.people.fieldagent.id, server.people.fieldagent2.id)),
      signed(line, toBase64Url(new Uint8Array(32))),
      signed(line, 'short'),
      exportOf(stranger, { operations: [operation] }),
      exportOf(phone, { operations: [operation], more: { version: 1 } }),
      line,
      `${line}\n`,
      `${signed(line)}\n${'x'.repeat(2000)}`,
      `${line.slice(0, -1)}\n{}`,
      `\n${signed(line)}`,
      '',
      'not a file of ours',
      '{}\n{}',
      '[]\n{}',
      '{"format":"recoup-outbox"',
    ];
    for (const content of forged) {
      const answer = await importAs('admin', content);
      expect(answer.statusCode, content.slice(0, 60)).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'NOT_GENUINE' });
    }
    expect(await dispositionsOf(loanId)).toEqual([]);
  });

  it('names the disabled author, another version of the app, and a missing file', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const { operation, loanId } = await visitWithSlip(phone);
    const disable = (when: string | null) =>
      server.db.execute(
        sql`update users set disabled_at = ${when} where id = ${server.people.fieldagent.id}`,
      );
    await disable(new Date().toISOString());
    const refused = await importAs('admin', exportOf(phone, { operations: [operation] }));
    await disable(null);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'AUTHOR_DISABLED' });
    expect(await dispositionsOf(loanId)).toEqual([]);
    const newer = await importAs(
      'admin',
      exportOf(phone, { operations: [{ ...operation, iv: 1 }] }),
    );
    expect(newer.json()).toMatchObject({ code: 'OTHER_VERSION' });
    const none = await server.call('POST', '/devices/stuck-work', { as: 'admin', body: {} });
    expect(none.statusCode).toBe(400);
  });

  it('is for admins only', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    for (const as of ['manager', 'fieldagent', 'partner', 'clientadmin'] as const)
      expect((await importAs(as, exportOf(phone, {}))).statusCode, as).toBe(403);
    expect((await importAs('superadmin', exportOf(phone, {}))).json()).toEqual({
      agentName: 'Test fieldagent',
      receipts: [],
      files: [],
    });
  });

  it('keeps many operations and large files apart without reading the file whole', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const loanId = await loanOf(server, 'fieldagent');
    const operations: SealedOperation[] = [];
    for (let n = 0; n < OPERATIONS; n += 1)
      operations.push(
        await phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId) }),
      );
    const answer = await importAs('admin', exportOf(phone, { operations }));
    const { receipts } = answer.json<{ receipts: Receipt[] }>();
    expect(receipts.map(({ opId }) => opId)).toEqual(operations.map(({ opId }) => opId));
    expect(await dispositionsOf(loanId)).toHaveLength(OPERATIONS);
  });
});
