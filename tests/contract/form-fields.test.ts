import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../../contract/calls.ts';
import { formFields } from '../../server/http/form-fields.ts';

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
}

/** A value of each kind that JSON has, in JSON and as a person or a program writes it into a form's field. */
const SAMPLES: Readonly<Record<string, readonly [unknown, string]>> = {
  integer: [4500, '4500'],
  number: [7, ' 7 '],
  boolean: [true, 'true'],
  array: [[{ amount: 5 }], '[{"amount":5}]'],
  object: [{ a: 'b' }, '{"a":"b"}'],
};

const kindsOf = ({ type, anyOf }: Shape): string[] =>
  anyOf?.flatMap(kindsOf) ?? (type === undefined ? [] : [type].flat());

/** How a field of these kinds is written, and what comes of it: nothing where it could be neither. */
function samplesOf(kinds: readonly string[]): (readonly [unknown, string])[] {
  const nothing = kinds.includes('null') ? null : undefined;
  if (kinds.includes('string'))
    return [
      ['[5]', '[5]'],
      [' 0500', ' 0500'],
      [nothing === null ? null : '', ''],
    ];
  const [sample] = kinds.flatMap((kind) => (kind in SAMPLES ? [SAMPLES[kind]] : []));
  return sample === undefined ? [] : [sample, [nothing, '']];
}

const forms = calls.filter(({ bodyKind, body }) => bodyKind === 'multipart' && body !== undefined);

function fieldsOf({ body }: (typeof forms)[number]): [name: string, kinds: string[]][] {
  if (body === undefined) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, shape]) => [name, kindsOf(shape as Shape)]);
}

describe('a form of any call', () => {
  it.each(forms.map((call) => [call.name, call] as const))(
    '%s gives its numbers, lists and texts as JSON would',
    (_, call) => {
      const fields = fieldsOf(call);
      expect(fields.length).toBeGreaterThan(0);
      for (const [name, kinds] of fields) {
        const samples = samplesOf(kinds);
        expect(samples, name).not.toEqual([]);
        for (const [json, text] of samples)
          expect(formFields(call, { [name]: text }), name).toEqual({ [name]: json });
      }
    },
  );

  it('reads a whole number as a sheet does', () => {
    const body = z.object({ amount: z.int() });
    for (const amount of ['1200', ' 01200', '1,200', '₹1,200', 'Rs. 1200.00'])
      expect(formFields({ body }, { amount })).toEqual({ amount: 1200 });
    expect(formFields({ body }, { amount: '-5' })).toEqual({ amount: -5 });
  });

  it('keeps what is no number as it was written, for the contract to refuse', () => {
    const body = z.object({ amount: z.int() });
    for (const amount of ['12.5K', '1e4', '1.2e3', '0x10', '1.200', '12,00', 'NaN', '[5]', 'true'])
      expect(formFields({ body }, { amount })).toEqual({ amount });
  });

  it('has nothing that the contract does not name, and no way to a prototype', () => {
    const body = z.object({ told: z.object({}).loose() });
    const given = formFields({ body }, { told: '{"__proto__":{"a":1}}', isAdmin: 'true' });
    expect(given).toEqual({ told: {} });
    expect(Object.keys(given['told'] as object)).toEqual([]);
  });
});
