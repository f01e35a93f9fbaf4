import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { SavedMapping } from '../../contract/column-mapping.ts';
import { pendingList, sendFile, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

async function mappings(): Promise<SavedMapping[]> {
  const answer = await server.call('GET', '/column-mappings', {
    as: 'admin',
    query: { kind: 'LOANS' },
  });
  return answer.json<{ data: SavedMapping[] }>().data;
}

const wide = 'Kya,Kaun,Kitna,EMI Amount,Mobile No,Mera Nishan';
const row = (number: string) => `${number},Asha,5,7,9812345678,x`;
const look = async (header: string, ...rows: string[]) => {
  const answer = await sendFile(server, '/loans/mapping/upload', {
    as: 'admin',
    content: [header, ...rows].join('\n'),
    fields: { Client_Name: server.clients.X.name },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<object>();
};

describe('a used mapping', () => {
  const mapping: ImportMapping = {
    Loan_ID: 'Kya',
    Customer_Name: 'Kaun',
    Total_Due_Amount: 'Kitna',
  };

  test('is remembered without being asked, once, and maps the next file by itself', async () => {
    for (const number of ['K1', 'K2'])
      await verified(
        server,
        await pendingList(server, `Kya,Kaun,Kitna\n${number},Asha,5\n`, {
          mapping: JSON.stringify(mapping),
        }),
      );
    expect(await mappings()).toMatchObject([
      { mapping, name: expect.stringContaining('loans') as string },
    ]);
    const next = await pendingList(server, 'Kya,Kaun,Kitna\nK3,Babu,6\n');
    expect(next).toMatchObject({ state: 'PENDING', newRows: 1, mapping });
  });

  test('is taken for what it knows of a file with more columns; the others are recognised and named', async () => {
    const proposed = { ...mapping, EMI_Amount: 'EMI Amount', Mobile_Number: 'Mobile No' };
    expect(await look(wide, row('K4'))).toMatchObject({
      saved: { mapping },
      newColumns: ['EMI Amount', 'Mobile No', 'Mera Nishan'],
      proposed,
    });
    expect(await pendingList(server, `${wide}\n${row('K4')}\n`)).toMatchObject({
      mapping: proposed,
    });
  });

  test('is not filled up with columns that somebody left out of it when the file was verified', async () => {
    const chosen = { ...mapping, EMI_Amount: 'EMI Amount' };
    const given = { mapping: JSON.stringify(chosen) };
    await verified(server, await pendingList(server, `${wide}\n${row('K5')}\n`, given));
    expect(await look(wide, row('K6'))).toMatchObject({ newColumns: [], proposed: chosen });
    expect(await pendingList(server, `${wide}\n${row('K6')}\n`)).toMatchObject({
      mapping: chosen,
    });
  });

  test('of the file with more columns is taken for the next such file, though a small one came between', async () => {
    await verified(server, await pendingList(server, 'Kya,Kaun,Kitna\nK7,Asha,5\n'));
    expect(await look(wide, row('K8'))).toMatchObject({
      saved: { mapping: { EMI_Amount: 'EMI Amount' } },
      newColumns: [],
    });
  });

  test('keeps what somebody took out of it as seen', async () => {
    const wider = (await mappings()).find((saved) => saved.mapping.EMI_Amount !== undefined);
    await server.taken('PUT', `/column-mappings/${wider?._id}`, {
      as: 'admin',
      body: {
        name: 'Without the instalment',
        mapping,
        dayOrder: null,
        updatedAt: wider?.updatedAt,
      },
    });
    expect(await look(wide, row('K9'))).toMatchObject({ newColumns: [], proposed: mapping });
  });

  test('that is put back after it was deleted still knows what somebody left out of it', async () => {
    const gone = (await mappings()).find(({ name }) => name === 'Without the instalment');
    await server.taken('DELETE', `/column-mappings/${gone?._id}`, { as: 'admin' });
    await server.taken('PUT', '/column-mappings', { as: 'admin', body: { ...gone } });
    expect(await look(wide, row('K10'))).toMatchObject({ newColumns: [], proposed: mapping });
  });
});
