import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../../contract/calls.ts';
import { deviceCalls } from '../../contract/device.ts';
import { parseFields } from '../../contract/errors.ts';
import { trimmed } from '../../contract/trimmed.ts';
import { textSchema } from '../../contract/values.ts';

const INVISIBLE = [
  '\u200b',
  '\u200b\u200c\u200d',
  '\ufeff',
  '\u2060 \u00ad',
  '\u3164',
  '\u2800\u2800\u2800',
  '\u00a0\u3000',
  '\u202e',
  '\u{e0061}',
];

it.each(INVISIBLE.map((text) => [JSON.stringify(text), text]))('%s is no text', (_, text) => {
  expect(trimmed(text)).toBe('');
  expect(trimmed(`${text} आशा ${text}`)).toContain('आशा');
});

it('keeps what shapes letters and signs', () => {
  for (const text of ['क्‍', 'क्‍षेत्र', '❤️', '👩‍👩‍👧', 'a b']) expect(trimmed(` ${text} `)).toBe(text);
  expect(textSchema(5).safeParse('\u0000').success, 'what PostgreSQL refuses is told').toBe(false);
});

it('reads as it is stored: nothing turns its digits around or steers a terminal', () => {
  expect(trimmed('paid \u202e0005\u202c, \u2067see\u2069 note')).toBe('paid 0005, see note');
  expect(trimmed('\u0007a\u001b[31m\u0085b\tc\r\nd')).toBe('a[31mb\tc\r\nd');
  expect(trimmed('\u0007\u202e')).toBe('');
  expect(trimmed('رقم 500\u200f!')).toBe('رقم 500\u200f!');
});

it('so does what a device says of itself to whoever watches over it', () => {
  const device = {
    deviceId: crypto.randomUUID(),
    appVersion: '1\u001b[2J',
    label: 'Redmi \u202e5',
  };
  expect(deviceCalls.registerDevice.body.parse(device)).toMatchObject({
    appVersion: '1[2J',
    label: 'Redmi 5',
  });
});

it('what is asked for is missing when nobody can see it', () => {
  const schema = z.object({ reason: textSchema(300).min(3) });
  expect(parseFields(schema, { reason: '\u200b\u200b\u200b\u200b' }).problems).toMatchObject([
    { path: 'reason', code: 'required' },
  ]);
});

/** What of a call's body has to be a text of some length. */
function requiredTexts(schema: z.ZodType, path: string[] = []): [string[], z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      requiredTexts(field, [...path, key]),
    );
  const isText = schema instanceof z.ZodString && (schema.minLength ?? 0) > 0;
  return isText ? [[path, schema]] : [];
}

it('no call takes an invisible text for what it asks for', () => {
  const asked = Object.values(calls).flatMap((call) =>
    'body' in call && call.body instanceof z.ZodType
      ? requiredTexts(call.body).map(([path, schema]) => ({
          at: [call.name, ...path].join('.'),
          schema,
        }))
      : [],
  );
  const taken = asked.filter(
    ({ at, schema }) => !/password/i.test(at) && schema.safeParse('\u200b'.repeat(8)).success,
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(taken.map(({ at }) => at)).toEqual([]);
});
