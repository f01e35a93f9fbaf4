import { expect, it } from 'vitest';
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
  expect(hindi.body).toBe('एक आयात विफल हुआ।');
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
