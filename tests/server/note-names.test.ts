import { expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../../contract/calls.ts';
import { CLIENT_SIDE } from '../../contract/roles.ts';
import { isNote } from '../../server/http/notes-for.ts';

type Json = { readonly [key: string]: unknown };

const LONG = 200;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The texts of a schema by their names, wherever they stand in it, with the most characters that they may have. */
function* textsOf(schema: unknown, name = ''): Generator<[string, number]> {
  if (!isObject(schema)) return;
  if ([schema['type']].flat().includes('string'))
    yield [name, Number(schema['maxLength'] ?? Infinity)];
  const named = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [each, inner] of Object.entries(named)) yield* textsOf(inner, each);
  yield* textsOf(schema['items'], name);
  for (const options of [schema['anyOf'], schema['oneOf'], schema['allOf']])
    if (Array.isArray(options)) for (const option of options) yield* textsOf(option, name);
}

const json = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** Names, what numbers stand in on purpose (texts to borrowers), and what has a mask of its own. */
const NO_NOTES = new Set([
  'username',
  'Loan_ID',
  'Client_Name',
  'clients',
  'buckets',
  'products',
  'name',
  'columns',
  'field',
  'search',
  'label',
  'text',
  'body',
  'Mobile_Number',
  'Priority',
  'group',
  'clientName',
  'watermark',
  'email',
  'Email',
  'sheetName',
  'answer',
  'recordlink',
  'letterOpening',
  'letterClause',
  'letterOpeningHi',
  'letterClauseHi',
]);

test('what somebody writes at length and a lender’s viewers read is known as a note, so that numbers in it are masked', () => {
  const written = new Set<string>();
  for (const { body } of calls)
    if (body)
      for (const [name, most] of textsOf(json(body, 'input')))
        if (most >= LONG && most !== Infinity) written.add(name);
  const read = new Set<string>();
  for (const call of calls) {
    if (call.answerKind === 'file' || call.access !== 'session') continue;
    const { roles } = call;
    if (roles !== 'any' && !CLIENT_SIDE.some((role) => roles.includes(role))) continue;
    for (const [name] of textsOf(json(call.answer, 'output'))) read.add(name);
  }
  const notes = [...read].filter((name) => written.has(name));
  expect(notes.filter((name) => !isNote(name) && !NO_NOTES.has(name))).toEqual([]);
});
