import { expect, test } from 'vitest';
import type { LoanImport } from '../../contract/loan-import.ts';
import { fileSentence } from '../../contract/file-words.ts';
import { importIn, pendingList, sendFile, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const file = 'A/C No,Cust Name,Overdue Amt\nW-1,Asha Rao,5\nW-2,Babu Iyer,6\nW-3,Charu Sen,7';

test('a file of another client’s loans says so before anything is stored', async () => {
  await verified(server, await pendingList(server, file));
  const Client_Name = server.clients.Y.name;
  const misdirected = await pendingList(
    server,
    file.replace('W-2', 'w-2').replace('Charu', 'Chandra'),
    { Client_Name },
  );
  expect(misdirected).toMatchObject({ state: 'PENDING', newRows: 3 });
  expect(misdirected.notes).toEqual([
    fileSentence('loans-of-other-client', { count: '2', number: 'W-1' }),
  ]);
  // Numbers that two clients use by chance, and the same client's next file, have nothing to say.
  const chance = file.replaceAll(/Rao|Iyer|Sen/g, 'Nair');
  expect(await pendingList(server, chance, { Client_Name })).toMatchObject({ notes: [] });
  expect(await pendingList(server, file)).toMatchObject({ notes: [] });
});

test('a lender’s own admin learns nothing of another lender’s loans', async () => {
  const Client_Name = server.clients.Y.name;
  const others = file.replaceAll('W-', 'V-');
  await verified(server, await pendingList(server, others, { Client_Name }));
  const fields = { Client_Name: server.clients.X.name };
  const answer = await sendFile(server, '/loans/csv/upload', {
    as: 'clientadmin',
    content: others,
    fields,
  });
  const { _id: id } = answer.json<LoanImport>();
  expect(await importIn(server, id, ['PENDING'])).toMatchObject({ newRows: 3, notes: [] });
});

test('nor does it from what the agency uploads for it', async () => {
  const others = file.replaceAll('W-', 'U-');
  const Client_Name = server.clients.Y.name;
  await verified(server, await pendingList(server, others, { Client_Name }));
  const ours = await pendingList(server, others);
  expect(ours.notes).toHaveLength(1);
  const path = '/loans/imports';
  const { data } = await server.taken<{ data: LoanImport[] }>('GET', path, { as: 'clientadmin' });
  const one = await server.taken<LoanImport>('GET', `${path}/${ours._id}`, { as: 'clientadmin' });
  const seen = data.find(({ _id }) => _id === ours._id);
  expect([seen?.notes, one.notes]).toEqual([[], []]);
});
