import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LoanImport, PendingLoan } from '../../contract/loan-import.ts';
import { runCommand } from '../../server/command.ts';
import { newId } from '../../server/ids.ts';
import { closeLoans } from '../../server/loan-closures/loan-closing-service.ts';
import { importIn, pendingList, sendFile, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const header = 'A/C No,Cust Name,Mob No,Overdue Amt,POS,DPD,Field Officer';

async function loanOf(number: string) {
  const { rows } = await server.db.execute(sql`select * from loans where loan_number = ${number}`);
  return rows[0];
}

async function rowsOf(pending: LoanImport, outcome?: string): Promise<PendingLoan[]> {
  const answer = await server.call('GET', `/loans/imports/${pending._id}/rows`, {
    as: 'admin',
    query: { pageSize: '100', ...(outcome ? { outcome } : {}) },
  });
  return answer.json<{ data: PendingLoan[] }>().data;
}

describe('a look into a file', () => {
  test('shows headers, first rows and the mapping it would use, and stores nothing', async () => {
    const answer = await sendFile(server, '/loans/mapping/upload', {
      as: 'admin',
      content: `${header}\nL1,Asha Rao,9812345678,1000,900,35,Ravi\n`,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      headers: header.split(','),
      sample: [{ 'A/C No': 'L1', 'Field Officer': 'Ravi' }],
      suggested: {
        Loan_ID: 'A/C No',
        Customer_Name: 'Cust Name',
        Mobile_Number: 'Mob No',
        Total_Due_Amount: 'Overdue Amt',
        Principal_Outstanding: 'POS',
        DPD: 'DPD',
      },
      saved: null,
    });
    const count = await server.db.execute<{ count: number }>(
      sql`select count(*)::int as count from loan_imports`,
    );
    expect(count.rows[0]?.count).toBe(0);
  });

  test('finds the mapping saved for that client again', async () => {
    const mapping = { Loan_ID: 'Ref', Customer_Name: 'Who', Total_Due_Amount: 'Owed' };
    const saved = await server.call('PUT', '/column-mappings', {
      as: 'admin',
      body: { kind: 'LOANS', name: 'Monthly', Client_Name: server.clients.X.name, mapping },
    });
    expect(saved.statusCode).toBe(200);
    const answer = await sendFile(server, '/loans/mapping/upload', {
      as: 'clientadmin',
      content: 'Ref,Who,Owed\n1,Asha,5\n',
      fields: { Client_Name: server.clients.X.name },
    });
    expect(answer.json()).toMatchObject({ saved: { name: 'Monthly', mapping } });
  });
});

describe('a pending list', () => {
  let pending: LoanImport;

  beforeAll(async () => {
    pending = await pendingList(
      server,
      [
        header,
        'P1,Asha Rao,+91 98123 45678,"1,23,456.50",900,35,Ravi',
        'P2,Babu Iyer,9.19E+11,2000,,12,',
        ',Chitra Das,9812345670,3000,,,',
        'P1,Asha Again,9812345671,10,,,',
        '',
        'P5,Dev Nair,,₹ 500,,,=cmd|calc',
      ].join('\n'),
    );
  });

  test('has true counts and the columns that are kept', () => {
    expect(pending).toMatchObject({
      state: 'PENDING',
      totalRows: 5,
      doneRows: 5,
      newRows: 3,
      updateRows: 0,
      unchangedRows: 0,
      duplicateRows: 1,
      failedRows: 1,
      otherColumns: ['Field Officer'],
    });
  });

  test('tells row, column, value and what to do', async () => {
    const failed = await rowsOf(pending, 'FAILED');
    expect(failed.map((row) => row.row)).toEqual([4]);
    expect(failed[0]?.problems[0]).toMatchObject({ row: 4, column: 'A/C No', value: '' });
  });

  test('tells a duplicate in the file with the row it repeats', async () => {
    const [duplicate] = await rowsOf(pending, 'DUPLICATE');
    expect(duplicate).toMatchObject({ row: 5, problems: [{ value: 'P1' }] });
    expect(duplicate?.problems[0]?.reason).toContain('row 2');
  });

  test('becomes loans when verified, which belong to nobody yet', async () => {
    const done = await verified(server, pending);
    expect(done).toMatchObject({ state: 'DONE', newRows: 3, failedRows: 1, error: null });
    expect(await loanOf('P1')).toMatchObject({
      customer_name: 'Asha Rao',
      mobile_number: '9812345678',
      total_due_amount: 123_457,
      principal_outstanding: 900,
      dpd: 35,
      other_columns: { 'Field Officer': 'Ravi' },
      batch_no: done.batchNo,
      collector_id: null,
      revision: 1,
    });
    expect(await loanOf('P2')).toMatchObject({
      mobile_number: null,
      other_columns: { 'Mob No': '9.19E+11' },
    });
  });

  test('is verified once', async () => {
    const again = await server.call('PUT', '/loans/csv/verify', {
      as: 'admin',
      body: { _id: pending._id },
    });
    expect(again.statusCode).toBe(409);
  });

  test('gives its refused rows back with the original columns, and takes them mended', async () => {
    const answer = await server.call('GET', `/loans/imports/${pending._id}/failed`, {
      as: 'admin',
      query: { format: 'csv' },
    });
    expect(answer.headers['content-disposition']).toContain('attachment');
    const [top, ...lines] = answer.body.replace('\uFEFF', '').trim().split('\r\n');
    expect(top).toBe(`${header},Row in the file (Recoup),Reason (Recoup)`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^,Chitra Das,9812345670,3000,,,,4,/);
    const mended = answer.body.replace(/\n,Chitra/, '\nP3,Chitra');
    const second = await pendingList(server, mended);
    expect(second).toMatchObject({ newRows: 1, failedRows: 0, otherColumns: ['Field Officer'] });
    await verified(server, second);
    expect(await loanOf('P3')).toMatchObject({ mobile_number: '9812345670', other_columns: {} });
  });

  test('leaves upload, verification, saving and export in the audit trail', async () => {
    const { rows } = await server.db.execute<{ action: string }>(
      sql`select action from audit_log where entity_id = ${pending._id} order by sequence`,
    );
    expect(rows.map((row) => row.action)).toEqual([
      'loan-import.upload',
      'loan-import.verify',
      'loan-import.save',
      'loan-import.export-failed',
    ]);
  });
});

describe('the next file of the same lender', () => {
  test('updates what differs, leaves what is empty, and counts what is unchanged', async () => {
    await verified(
      server,
      await pendingList(server, `${header}\nU1,Uma,9812345678,100,90,5,Ravi\nU2,Vik,,200,,,\n`),
    );
    const collector = server.people.collector.id;
    await server.db.execute(
      sql`update loans set collector_id = ${collector}, disposition = 'PTP' where loan_number = 'U1'`,
    );
    const second = await pendingList(
      server,
      `${header}\nU1,Uma,9812345699,150,,,\nU2,Vik,,200,,,\nU3,Wali,,300,,,\n`,
    );
    expect(second).toMatchObject({ newRows: 1, updateRows: 1, unchangedRows: 1, duplicateRows: 0 });
    await verified(server, second);
    const loan = await loanOf('U1');
    expect(loan).toMatchObject({
      mobile_number: '9812345699',
      total_due_amount: 150,
      principal_outstanding: 90,
      dpd: 5,
      other_columns: { 'Field Officer': 'Ravi' },
      collector_id: collector,
      disposition: 'PTP',
    });
    expect(loan?.['revision']).toBe(3);
    const { rows } = await server.db.execute(
      sql`select field, old_value, new_value, changed_by from loan_changes where loan_id = ${loan?.['id']}`,
    );
    expect(rows).toEqual([
      {
        field: 'Mobile_Number',
        old_value: '9812345678',
        new_value: '9812345699',
        changed_by: server.people.admin.id,
      },
    ]);
    expect(await loanOf('U2')).toMatchObject({ revision: 1 });
  });
});

describe('a file that names loans which are over', () => {
  test('brings recalled, expired and paid ones back when money is due, takes a deleted number anew, and says so', async () => {
    const numbers = ['E1', 'E2', 'E3', 'E4'];
    const file = `${header}\n${numbers.map((number) => `${number},Esha,,100,,,`).join('\n')}\n`;
    await verified(server, await pendingList(server, file));
    const [recalled, expired, paid, deleted] = await Promise.all(numbers.map(loanOf));
    for (const [loan, reason] of [
      [recalled, 'WITHDRAWN'],
      [expired, 'EXPIRED'],
      [paid, 'PAID'],
      [deleted, 'DELETED'],
    ] as const)
      await runCommand(server.db, null, async (command) =>
        closeLoans(command, null, {
          loanIds: [String(loan?.['id'])],
          reason,
          commandId: newId(),
        }),
      );
    const again = await pendingList(server, file);
    expect(again).toMatchObject({ newRows: 1, updateRows: 3, unchangedRows: 0 });
    const told = (await rowsOf(again)).map(({ outcome, problems }) => [
      outcome,
      problems[0]?.value,
    ]);
    expect(told).toEqual([
      ['UPDATE', 'WITHDRAWN'],
      ['UPDATE', 'EXPIRED'],
      ['UPDATE', 'PAID'],
      ['NEW', undefined],
    ]);
    await verified(server, again);
    const { rows } = await server.db.execute(sql`select loan_number, status from loans
      where loan_number like 'E_' order by loan_number, created_at`);
    expect(rows).toEqual([
      { loan_number: 'E1', status: 'ACTIVE' },
      { loan_number: 'E2', status: 'ACTIVE' },
      { loan_number: 'E3', status: 'ACTIVE' },
      { loan_number: 'E4', status: 'DELETED' },
      { loan_number: 'E4', status: 'ACTIVE' },
    ]);
  });
});

describe('who may import', () => {
  const content = `${header}\nS1,A,,1,,,\n`;

  test('a client admin imports for its own client only and sees no other uploads', async () => {
    const foreign = await sendFile(server, '/loans/csv/upload', {
      as: 'clientadmin',
      content,
      fields: { Client_Name: server.clients.Y.name },
    });
    expect(foreign.statusCode).toBe(403);
    const ofY = await sendFile(server, '/loans/csv/upload', {
      as: 'admin',
      content,
      fields: { Client_Name: server.clients.Y.name },
    });
    const other = await importIn(server, ofY.json<LoanImport>()._id, ['PENDING']);
    for (const path of ['', '/rows', '/failed']) {
      const answer = await server.call('GET', `/loans/imports/${other._id}${path}`, {
        as: 'clientadmin',
      });
      expect(answer.statusCode).toBe(404);
    }
    const body = { _id: other._id };
    const verify = await server.call('PUT', '/loans/csv/verify', { as: 'clientadmin', body });
    expect(verify.statusCode).toBe(404);
    const list = await server.call('GET', '/loans/imports', {
      as: 'clientadmin',
      query: { pageSize: '100' },
    });
    const ids = list.json<{ data: LoanImport[] }>().data.map((one) => one._id);
    expect(ids).not.toContain(other._id);
  });

  test('a manager may not import', async () => {
    const answer = await sendFile(server, '/loans/csv/upload', {
      as: 'manager',
      content,
      fields: { Client_Name: server.clients.X.name },
    });
    expect(answer.statusCode).toBe(403);
  });

  test('a dropped list leaves nothing', async () => {
    const pending = await pendingList(server, content);
    const answer = await server.call('DELETE', `/loans/imports/${pending._id}`, { as: 'admin' });
    expect(answer.json()).toMatchObject({ state: 'CANCELLED' });
    expect(await rowsOf(pending)).toEqual([]);
    expect(await loanOf('S1')).toBeUndefined();
  });
});
