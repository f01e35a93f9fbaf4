import { expect, it } from 'vitest';
import { openNotice } from '../../sw/push.ts';
import { noticeOf } from '../../sw/push-notice.ts';

const me = '01890000-0000-7000-8000-000000000001';
const message = (fields: object = {}) =>
  JSON.stringify({
    kind: 'ALLOCATION',
    count: 12,
    tag: 't',
    url: 'notifications',
    to: me,
    ...fields,
  });

it('says what it is to the person it is for, in the language last used', () => {
  expect(noticeOf(message(), { userId: me, language: 'en' })).toEqual({
    title: 'Recoup',
    body: 'Loans allocated to you: 12',
    tag: 't',
    path: 'notifications',
  });
  const hindi = noticeOf(message({ kind: 'IMPORT_FAILED' }), { userId: me, language: 'hi' });
  expect(hindi.body).toBe('एक इम्पोर्ट असफल हुआ।');
});

it('says only that there is something to anybody else, and leads to the start', () => {
  for (const userId of [null, '01890000-0000-7000-8000-000000000002'])
    expect(noticeOf(message(), { userId, language: 'en' })).toMatchObject({
      body: 'There is something new in Recoup.',
      path: '',
    });
});

it('says the same of what it cannot read', () => {
  for (const text of [null, '', 'no JSON', '{}', message({ kind: 'SOMETHING' })])
    expect(noticeOf(text, { userId: me, language: 'xx' }).body).toBe(
      'There is something new in Recoup.',
    );
});

interface OpenPage {
  readonly url: string;
  readonly visibilityState?: string;
}

/** A worker at https://agency.example/recoup/ with these pages open, and what it did with them. */
function workerWith(pages: readonly OpenPage[]) {
  const did: string[] = [];
  const clients = pages.map(({ url, visibilityState = 'visible' }) => ({
    url,
    visibilityState,
    focus: async () => did.push(`focus ${url}`),
    navigate: async (to: string) => did.push(`navigate ${to}`),
    postMessage: (message: unknown) => did.push(JSON.stringify(message)),
  }));
  const worker = {
    registration: {
      scope: 'https://agency.example/recoup/',
      showNotification: async () => undefined,
    },
    clients: {
      matchAll: async () => clients,
      openWindow: async (to: string) => did.push(`open ${to}`),
    },
  };
  return { did, open: (data: unknown) => openNotice(worker, data) };
}

it('opens the app where a clicked push leads', async () => {
  const { did, open } = workerWith([]);
  await open({ path: 'notifications' });
  expect(did).toEqual(['open https://agency.example/recoup/notifications']);
});

it('leads nowhere outside the app', async () => {
  const { did, open } = workerWith([]);
  for (const path of ['https://elsewhere.example/', '//elsewhere.example', '../other/'])
    await open({ path });
  expect(did).toEqual([]);
});

it('asks the page that is looked at to go there, and sends one at the login', async () => {
  const hidden = { url: 'https://agency.example/recoup/', visibilityState: 'hidden' };
  const seen = { url: 'https://agency.example/recoup/loans' };
  const first = workerWith([hidden, seen]);
  await first.open({ path: 'notifications' });
  expect(first.did).toEqual([`focus ${seen.url}`, '{"type":"OPEN","path":"/notifications"}']);
  const login = { url: 'https://agency.example/recoup/login' };
  const second = workerWith([login]);
  await second.open(undefined);
  expect(second.did).toEqual([`focus ${login.url}`, 'navigate https://agency.example/recoup/']);
});
