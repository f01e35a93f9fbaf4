// @vitest-environment page
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { REFUSAL_WORDS, refusalSentence } from '../../../contract/refusal-words.ts';
import type { RefusalWord } from '../../../contract/refusal-words.ts';
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
  'AS_OF_LATER',
  'BAD_INPUT',
  'BAD_OPERATION',
  'BAD_PUSH_ADDRESS',
  'CALLER_ID_SERIES',
  'CURSOR_INVALID',
  'EVENTS_ONLY',
  'FILE_TAKEN',
  'FOREIGN_ROLE',
  'HASH_MISMATCH',
  'INCOMPLETE_DISPOSITION',
  'NOT_GENUINE',
  'NOT_NEW',
  'NOT_REMOVABLE',
  'NO_BI',
  'NO_DRAFT',
  'NO_FILE',
  'PAID_BEFORE',
  'PASSWORD_NEEDED',
  'SEAL_BROKEN',
  'UNKNOWN_CLIENT',
  'UNKNOWN_COLUMN',
  'UNKNOWN_DISPOSITION',
  'UNKNOWN_KEY',
  'UNKNOWN_PLACEHOLDER',
  'UNMAPPED_FIELD',
  'UNREADABLE_FILE',
  'WEAK_PASSWORD',
  'WRONG_ASSIGNEE',
  'WRONG_CONDITION',
  'WRONG_FIELDS',
  'WRONG_FILE_TYPE',
  'WRONG_MANAGER',
  'WRONG_OFFSET',
  'WRONG_PASSWORD',
  'WRONG_SECRET',
]);

/** Not those whose sentence the contract has: they are told by it. */
const FACTORY =
  /\b(?:conflict|againstRules)\(\s*'([A-Z][A-Z0-9_]+)'(?!,\s*refusalSentence)|\bnew CallError\(\s*\d+,\s*'([A-Z][A-Z0-9_]+)'/g;
const BY_DEFAULT = /\bcode = '([A-Z][A-Z0-9_]+)',?\s*\) =>/g;
/** Of a kind of record that was changed meanwhile. */
const OF_A_KIND = /\[\.\][^']*', '([A-Z][A-Z0-9_]+)'\],/g;
const WRITTEN_OUT = /: ErrorBody = \{\s*code: '([A-Z][A-Z0-9_]+)'/g;
const LAST_ARGUMENT = /\b(?:notAllowed|badInput)\([^;]*?,\s*'([A-Z][A-Z0-9_]+)',?\s*\)/g;

/** Every code with which a call is refused, as the server's source names it. */
function codesOfServer(): string[] {
  const paths = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const found = paths.flatMap((path) => {
    const source = path.endsWith('.ts') ? readFileSync(`server/${path}`, 'utf8') : '';
    return [FACTORY, BY_DEFAULT, OF_A_KIND, WRITTEN_OUT, LAST_ARGUMENT].flatMap((pattern) =>
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

it('the server says client, as the screens do, and never lender', () => {
  const paths = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const said = paths.flatMap((path) => {
    if (!path.endsWith('.ts')) return [];
    const source = readFileSync(`server/${path}`, 'utf8');
    return [...source.matchAll(/(['"`])([A-Z][^\n]*?)\1/g)]
      .map(([, , sentence = '']) => sentence.replace(/\$\{[^}]*\}/g, ''))
      .filter((sentence) => /\blenders?\b/i.test(sentence))
      .map((sentence) => `${path}: ${sentence}`);
  });
  expect(said).toEqual([]);
});

describe('a refusal that tells more than its code', () => {
  it.each(Object.keys(REFUSAL_WORDS) as RefusalWord[])('%s tells it in Hindi too', async (word) => {
    const names = [...REFUSAL_WORDS[word].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries(names.map((name) => [name, `₹1,23,456 (${name}) $1`]));
    const message = refusalSentence(word, values);
    const error = new RefusedError(409, { code: 'ANY', message }, null);
    await switchLanguage('hi');
    const told = errorWords(error);
    expect(told).toMatch(/[\u0900-\u097f]/);
    for (const value of Object.values(values)) expect(told).toContain(value);
    expect(told).not.toContain('{{');
    await switchLanguage('en');
    expect(errorWords(error)).toBe(message);
  });
});
