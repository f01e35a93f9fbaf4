// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorWords } from '../../../src/lib/error-words.ts';
import { refusals as english } from '../../../src/lib/texts/en/refusals.ts';
import { refusals as hindi } from '../../../src/lib/texts/hi/refusals.ts';
import { loadAllTexts, startTexts, switchLanguage } from '../../../src/lib/texts/texts.ts';
import { RefusedError } from '../../../src/remote/call-errors.ts';

/**
 * Codes that have no words of their own yet: their fields are named in the reader's language where they are about fields,
 * else the server's English sentence is shown. New codes need words; whoever writes some takes the code out of this list.
 */
const WITHOUT_WORDS = new Set([
  'ALREADY_WIPED',
  'AS_OF_LATER',
  'AT_WORK',
  'AUTHOR_DISABLED',
  'BACKUP_STAYS',
  'BAD_MODEL',
  'BAD_OPERATION',
  'BAD_PUSH_ADDRESS',
  'BEFORE_COLLECTING',
  'CALLER_ID_SERIES',
  'CHANGED',
  'CLIENT_IN_USE',
  'CURSOR_INVALID',
  'DAY_AHEAD',
  'DAY_IS_OVER',
  'DAY_ORDER',
  'DAY_OVER',
  'DAY_TOO_LATE',
  'DAY_TO_COME',
  'DETAILS_MISSING',
  'DISPUTED_ALREADY',
  'DRAFT_CHANGED',
  'EARLIER_LIFE',
  'EMPTY_SHEET',
  'EVENTS_ONLY',
  'FILES_IN_WORK',
  'FILE_GONE',
  'FILE_TAKEN',
  'FOREIGN_ROLE',
  'HASH_MISMATCH',
  'INCOMPLETE_DISPOSITION',
  'INTERNAL',
  'INVOICE_EXISTS',
  'INVOICE_STATE',
  'IS_CREDIT',
  'LEAK',
  'LENDER_GONE',
  'LIST_LOADED',
  'MAPPING_INCOMPLETE',
  'MISSING_COLUMNS',
  'MODEL_JUST_TRAINED',
  'MONTH_CLOSED',
  'MONTH_IS_INVOICED',
  'MONTH_IS_OPEN',
  'MONTH_IS_OVER',
  'MONTH_NOT_NEXT',
  'MONTH_RUNS',
  'MONTH_TO_COME',
  'NAME_TAKEN',
  'NOTHING_TO_BILL',
  'NOTHING_TO_POST',
  'NOTHING_TO_STORE',
  'NOTHING_TO_TAKE',
  'NOT_FOUND',
  'NOT_GENUINE',
  'NOT_ITS_LOAN',
  'NOT_MONEY',
  'NOT_NEW',
  'NOT_PENDING',
  'NOT_PLANNED',
  'NOT_POSTED',
  'NOT_READY',
  'NOT_REMOVABLE',
  'NOT_REOPENABLE',
  'NOT_REVERSED',
  'NOT_TAKEN_BACK',
  'NO_BACKUP_FILE',
  'NO_BACKUP_KEY',
  'NO_BI',
  'NO_CARD',
  'NO_COLUMN',
  'NO_DRAFT',
  'NO_FAILED_ROWS',
  'NO_FILE',
  'NO_FORMAT',
  'NO_LOAN',
  'NO_MANAGER',
  'NO_MODEL',
  'ORDER_NOT_ALLOWED',
  'OTHER_VERSION',
  'PAID_BEFORE',
  'PASSWORD_NEEDED',
  'PERIOD_OVER',
  'PORTFOLIO_IN_USE',
  'PORTFOLIO_NAME_TAKEN',
  'RUN_OVER',
  'SAME_MANAGER',
  'SAME_PART',
  'SEAL_BROKEN',
  'SESSION_OVER',
  'STALE_EXPORT',
  'STALE_MAPPING',
  'STILL_LOADING',
  'TEMPLATE_NAME_TAKEN',
  'TOO_LONG',
  'TOO_MANY',
  'TOO_MANY_FILES',
  'TOO_MANY_POLICIES',
  'TOO_MANY_ROWS',
  'TOO_MANY_RULES',
  'TOO_MANY_VIEWS',
  'TOTAL_CHANGED',
  'UNAVAILABLE',
  'UNFIT_QUESTION',
  'UNKNOWN_CLIENT',
  'UNKNOWN_COLUMN',
  'UNKNOWN_DISPOSITION',
  'UNKNOWN_KEY',
  'UNKNOWN_PLACEHOLDER',
  'UNMAPPED_FIELD',
  'UNREADABLE_FILE',
  'UPLOAD_BUSY',
  'VIEW_IN_USE',
  'VIEW_NAME_TAKEN',
  'WEAK_PASSWORD',
  'WRONG_ASSIGNEE',
  'WRONG_CONDITION',
  'WRONG_FIELDS',
  'WRONG_FILE_TYPE',
  'WRONG_MANAGER',
  'WRONG_OFFSET',
  'WRONG_PASSWORD',
  'WRONG_RECIPIENTS',
  'WRONG_SECRET',
  'WRONG_TEMPLATE',
]);

const FACTORY =
  /\b(?:conflict|againstRules)\(\s*'([A-Z][A-Z0-9_]+)'|\bnew CallError\(\s*\d+,\s*'([A-Z][A-Z0-9_]+)'/g;
const LAST_ARGUMENT = /\b(?:notAllowed|badInput)\([^;]*?,\s*'([A-Z][A-Z0-9_]+)',?\s*\)/g;

/** Every code with which a call is refused, as the server's source names it. */
function codesOfServer(): string[] {
  const paths = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const found = paths.flatMap((path) => {
    const source = path.endsWith('.ts') ? readFileSync(`server/${path}`, 'utf8') : '';
    return [FACTORY, LAST_ARGUMENT].flatMap((pattern) =>
      [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''),
    );
  });
  return [...new Set(found)].sort();
}

beforeAll(async () => {
  await startTexts('en');
  await loadAllTexts();
});

describe('a refusal', () => {
  const codes = codesOfServer();

  it('has words for every code that the server can send', () => {
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !(code in english) && !WITHOUT_WORDS.has(code))).toEqual([]);
  });

  it('has no words for codes that nobody sends, and none that are said to be missing', () => {
    expect(Object.keys(english).filter((code) => !codes.includes(code))).toEqual([]);
    expect([...WITHOUT_WORDS].filter((code) => code in english)).toEqual([]);
    expect([...WITHOUT_WORDS].filter((code) => !codes.includes(code))).toEqual([]);
  });

  it.each(Object.keys(english) as (keyof typeof english)[])('%s is said in Hindi', async (code) => {
    const sent = 'A sentence of the server.';
    const error = new RefusedError(409, { code, message: sent }, null);
    await switchLanguage('hi');
    expect(errorWords(error)).toBe(hindi[code]);
    expect(hindi[code]).toMatch(/[\u0900-\u097f]/);
    await switchLanguage('en');
    expect(errorWords(error)).toBe(sent);
  });
});
