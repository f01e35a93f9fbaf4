import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../../contract/calls.ts';

/** Where a body names things by a filter, and whether a field that the filter does not know is refused there. */
function filtersIn(schema: unknown, path: string): [string, boolean][] {
  if (schema instanceof z.ZodObject)
    return Object.entries<unknown>(schema.shape).flatMap(([key, of]) => {
      const here = `${path}.${key}`;
      return key === 'matching' || key === 'filter' ? [[here, isStrict(of)]] : filtersIn(of, here);
    });
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => filtersIn(option, path));
  if (schema instanceof z.ZodArray) return filtersIn(schema.element, path);
  const inner = innerOf(schema);
  return inner === null ? [] : filtersIn(inner, path);
}

const innerOf = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault
    ? schema.unwrap()
    : null;

const isStrict = (schema: unknown): boolean =>
  schema instanceof z.ZodObject
    ? !schema.safeParse({ fieldOfALaterVersion: ['1'] }).success
    : isStrict(innerOf(schema) ?? z.object({}));

it('a command for all that match a filter refuses a filter that it does not know, which would match everything', () => {
  const found = Object.values(calls).flatMap((call) =>
    'body' in call ? filtersIn(call.body, call.name) : [],
  );
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(([, refuses]) => !refuses)).toEqual([]);
});

it('no answer refuses what a newer server adds to it: an older page would say that it did not come from this server', () => {
  // As input an object says that it takes nothing else only where it is strict.
  const strict = Object.values(calls).filter((call) =>
    JSON.stringify(z.toJSONSchema(call.answer, { io: 'input', unrepresentable: 'any' })).includes(
      '"additionalProperties":false',
    ),
  );
  expect(strict.map(({ name }) => name)).toEqual([]);
});
