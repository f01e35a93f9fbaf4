import fastJson from 'fast-json-stringify';
import type { Schema } from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const isNull = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && (schema as JsonSchema)['type'] === 'null';

/** Keywords that only cost time when serialising. */
const COSTLY: ReadonlySet<string> = new Set([
  '$schema',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
]);

/** Keywords below which stand names, not keywords: a field may be called "format". */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs']);

const leanEach = (named: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, lean(schema)]));

/** Drops what only costs time when serialising, and says "or null" in the way that needs no validation per value. */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (COSTLY.has(key)) continue;
    result[key] = NAMED.has(key) ? leanEach(value as JsonSchema) : lean(value);
  }
  const options = result['anyOf'];
  if (Array.isArray(options) && options.length === 2 && options.some(isNull)) {
    const [kept] = options.filter((option) => !isNull(option)) as JsonSchema[];
    // A union has no type of its own, and only a type can be nullable.
    if (kept && 'type' in kept) return { ...kept, nullable: true };
  }
  return result;
}

type Serialiser = (value: unknown) => string;

const made = new WeakMap<z.ZodType, Serialiser>();

function makeSerialiser(answer: z.ZodType): Serialiser {
  const schema = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' });
  const serialiser = fastJson(lean(schema) as Schema);
  made.set(answer, serialiser);
  return serialiser;
}

/**
 * A fast serialiser of one answer. Fields that the contract does not name never leave the server. It is made at the first
 * answer, once per process: hundreds of them would make every start a second longer.
 */
export function answerSerialiser(answer: z.ZodType): Serialiser {
  return (value) => (made.get(answer) ?? makeSerialiser(answer))(value);
}
