// @vitest-environment page
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldProblem } from '../../../contract/errors.ts';
import { errorWords } from '../../../src/lib/error-words.ts';
import { loadAllTexts, startTexts, switchLanguage } from '../../../src/lib/texts/texts.ts';
import {
  OfflineError,
  RefusedError,
  UnreadableFileError,
} from '../../../src/remote/call-errors.ts';

beforeAll(async () => {
  await startTexts('en');
  await loadAllTexts();
});

const refused = (status: number, message: string, details?: unknown) =>
  new RefusedError(status, { code: 'ANY', message, details }, null);

/** Section 8 of the specification, line by line: what came, what the toast says. */
const LINES: readonly [string, unknown, string][] = [
  ['any error with a message', new Error('Choose a collector.'), 'Choose a collector.'],
  ['a request without a response', new OfflineError('fetch failed'), 'Network error'],
  [
    'a gateway for a busy server',
    new OfflineError('Answer 503.', { status: 503 }),
    'The server is busy. Try again in a moment.',
  ],
  [
    'a file that was changed since it was chosen',
    new UnreadableFileError('loans.csv', null),
    'loans.csv was changed, moved or deleted after it was chosen. Choose it again.',
  ],
  ['404', refused(404, 'The loan was not found.'), '404 Not Found'],
  ['401', refused(401, 'Log in again.'), '401 Log in again.'],
  ['400', refused(400, 'Give a day.'), '400 Give a day.'],
  ['415', refused(415, 'Choose a CSV file.'), '415 Choose a CSV file.'],
  [
    '422, with the response body',
    refused(422, 'The row is wrong.', [
      fieldProblem('rows.0.Principal_Outstanding', 'not-whole-rupees'),
    ]),
    '422 The row is wrong. Principal outstanding: Give the amount in whole rupees.',
  ],
  ['500', refused(500, 'Number 7.'), '500 Internal server error. Number 7.'],
  ['any other refusal', refused(409, 'Somebody was first.'), 'Somebody was first.'],
  [
    'what is no error, or has no words',
    'oops',
    'Something went wrong on the way. Your work is safe; try again.',
  ],
];

describe('an error in words', () => {
  it.each(LINES)('%s', (_name, error, words) => {
    expect(errorWords(error)).toBe(words);
  });

  it('are the reader’s language alone where fields are named', async () => {
    await switchLanguage('hi');
    const error = refused(400, 'Choose one from the list.', [
      fieldProblem('managerId', 'not-an-id'),
    ]);
    expect(errorWords(error)).toBe('400 मैनेजर: सूची में से एक चुनें।');
    await switchLanguage('en');
    expect(errorWords(error)).toBe('400 Manager: Choose one from the list.');
  });
});
