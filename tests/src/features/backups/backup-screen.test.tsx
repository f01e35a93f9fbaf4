// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backupCalls } from '../../../../contract/backups.ts';
import type { Backup, BackupSettings } from '../../../../contract/backups.ts';
import { jobSentence } from '../../../../contract/job-words.ts';
import { BackupScreen } from '../../../../src/features/backups/backup-screen.tsx';
import { switchLanguage } from '../../../../src/lib/texts/texts.ts';
import {
  FakeServer,
  buttonOf,
  inputOf,
  madeId,
  onePage,
  openScreen,
  press,
  settled,
  toasts,
} from '../../support/screen.tsx';

const backup = (change: Partial<Backup> = {}): Backup => ({
  _id: madeId(7),
  state: 'DONE',
  isScheduled: true,
  createdBy: null,
  createdAt: '2026-11-02T20:30:00.000Z',
  startedAt: '2026-11-02T20:30:01.000Z',
  finishedAt: '2026-11-02T20:31:06.000Z',
  snapshotAt: '2026-11-02T20:30:02.000Z',
  fileName: 'recoup-2026-11-02.backup',
  size: 12_400_000,
  doneRows: 81_234,
  expectedRows: 81_234,
  fileCount: 3,
  problem: null,
  drillState: 'PASSED',
  drillAt: '2026-11-02T20:31:05.000Z',
  drillProblem: null,
  checkState: null,
  checkedAt: null,
  mayRemove: false,
  ...change,
});

let settings: BackupSettings;
let server: FakeServer;

/** What the browser was given to save. */
let saved: Blob[];

beforeEach(() => {
  localStorage.setItem('recoup.token', 'token');
  settings = {
    recipient: null,
    isScheduled: true,
    at: '02:00',
    keepDaily: 7,
    keepWeekly: 4,
    keepMonthly: 12,
    revision: 1,
    place: '/srv/backups',
    lastGoodAt: null,
    lastDrillAt: null,
  };
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  server = new FakeServer()
    .on(backupCalls.getBackupSettings, () => settings)
    .on(backupCalls.listBackups, onePage<Backup>([]))
    .on(backupCalls.saveBackupSettings, ({ body }) => {
      settings = { ...settings, ...(body as object) };
      return settings;
    });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = () => openScreen(<BackupScreen />, server, '/backup');

it('makes the key here: its file has the private half, the server gets the public one alone, once it is put away', async () => {
  const view = await open();
  expect(view.text()).toContain('No backups are made yet');
  await press('Set up backups');
  await press('Make the key and save its file');
  await expect.poll(() => [saved.length, toasts()]).toEqual([1, []]);
  await settled();
  await press('Use this key');
  expect(server.sentOf(backupCalls.saveBackupSettings)).toEqual([]);
  await act(async () => inputOf('isKept').click());
  await press('Use this key');
  await settled();
  const file = (await saved[0]?.text()) ?? '';
  const identity = /AGE-SECRET-KEY-1\w+/.exec(file)?.[0] ?? 'none';
  const [sent] = server.sentOf(backupCalls.saveBackupSettings);
  expect(sent?.body).toMatchObject({ recipient: /age1\w+/.exec(file)?.[0] });
  expect(JSON.stringify(server.sent)).not.toContain(identity);
});

it('takes the public half of a key that was made elsewhere', async () => {
  const view = await open();
  await press('Set up backups');
  await view.type(inputOf('recipient'), ' age1made-elsewhere ');
  await act(async () => inputOf('isKept').click());
  await press('Use this key');
  await settled();
  const [sent] = server.sentOf(backupCalls.saveBackupSettings);
  expect(sent?.body).toMatchObject({ recipient: 'age1made-elsewhere', revision: 1 });
});

it('says what a backup is worth: made, tried out, checked, and what is wrong with it', async () => {
  settings = {
    ...settings,
    recipient: `age1${'q'.repeat(58)}`,
    lastGoodAt: '2026-11-02T20:30:02.000Z',
  };
  server.on(
    backupCalls.listBackups,
    onePage([
      backup(),
      backup({ _id: madeId(8), drillState: 'FAILED', drillProblem: 'Rows differ.' }),
      backup({ _id: madeId(9), state: 'FAILED', problem: 'There is no room left.' }),
    ]),
  );
  const view = await open();
  for (const words of [
    'Passed',
    'Not usable',
    'Rows differ.',
    'There is no room left.',
    '12 MB',
    '1:05',
  ])
    expect(view.text()).toContain(words);
  expect(view.text()).toContain('There is no good backup of the last day');
});

it('says in Hindi why a backup or its trial failed', async () => {
  settings = { ...settings, recipient: `age1${'q'.repeat(58)}` };
  const place = '/srv/backups';
  server.on(
    backupCalls.listBackups,
    onePage([
      backup({
        drillState: 'FAILED',
        drillProblem: jobSentence('rows-differ', { table: 'loans' }),
      }),
      backup({
        _id: madeId(9),
        state: 'FAILED',
        problem: jobSentence('no-room-for-backup', { place }),
      }),
    ]),
  );
  const view = await open();
  await act(async () => switchLanguage('hi'));
  expect(view.text()).toContain('loans की पंक्तियाँ वैसी सहेजी नहीं गईं');
  expect(view.text()).toContain('/srv/backups में बैकअप के लिए जगह नहीं बची।');
  await act(async () => switchLanguage('en'));
});

it.each([
  ['none yet', null, true, 'No backup yet', 'The next ones are made daily.'],
  ['none yet, by hand', null, false, 'No backup yet', 'or set a daily time'],
  [
    'an old one',
    '2026-11-02T20:30:02.000Z',
    true,
    'no good backup',
    'why the scheduled one failed',
  ],
  ['an old one, by hand', '2026-11-02T20:30:02.000Z', false, 'no good backup', 'a daily time'],
])('says what to do when there is %s', async (_, lastGoodAt, isScheduled, title, body) => {
  settings = { ...settings, recipient: `age1${'q'.repeat(58)}`, lastGoodAt, isScheduled };
  const words = (await open()).text();
  expect(words).toContain(title);
  expect(words).toContain(body);
});

it('calls no backup good that was not tried out', async () => {
  settings = { ...settings, recipient: `age1${'q'.repeat(58)}` };
  const untried = backup({ drillState: 'NOT_POSSIBLE', drillProblem: 'It may not.' });
  server.on(backupCalls.listBackups, onePage([untried]));
  expect((await open()).text()).toContain('Not tried out');
});

it('shows one in work with how far it is, and lets nobody begin another', async () => {
  settings = { ...settings, recipient: `age1${'q'.repeat(58)}` };
  server.on(
    backupCalls.listBackups,
    onePage([backup({ state: 'WRITING', doneRows: 1200, expectedRows: 4000, drillState: null })]),
  );
  const view = await open();
  expect(view.text()).toContain('Being made');
  expect(view.text()).toMatch(/1,200.*4,000/);
  expect(buttonOf('Make a backup now').hasAttribute('disabled')).toBe(true);
});
