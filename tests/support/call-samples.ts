import { z } from 'zod';
import type { Call } from '../../contract/call.ts';

type Json = Record<string, unknown>;

/** Ids that samples use where a call asks for some. */
export interface SampleIds {
  readonly [name: string]: string;
}

/** A path with its parameters filled in, all with the same id. */
export function addressOf(call: Call, id: string): string {
  const path = call.path.replace(/:\w+/g, encodeURIComponent(id));
  return path.startsWith('/api/') ? path : `/api/v1${path}`;
}

/** A schema of the contract as plain JSON schema of what a caller sends. */
export function inputShape(schema: z.ZodType | undefined): Json {
  return schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json) : {};
}

/** The names of an object's fields. */
export function fieldsOf(shape: Json): string[] {
  const options = [shape, ...((shape['anyOf'] as Json[] | undefined) ?? [])];
  return [...new Set(options.flatMap((one) => Object.keys((one['properties'] as Json) ?? {})))];
}

function sampleString(shape: Json, name: string, ids: SampleIds): string {
  if (shape['format'] === 'uuid') return ids[name] ?? ids['any'] ?? '';
  if (shape['format'] === 'date-time') return new Date().toISOString();
  if (shape['format'] === 'email') return 'a@b.example';
  const pattern = typeof shape['pattern'] === 'string' ? shape['pattern'] : '';
  if (pattern.includes('{64}')) return 'a'.repeat(64);
  if (/date|gte|lte/i.test(name)) return '21-11-2026';
  if (/time/i.test(name)) return '10:00 AM';
  return 'AAAA';
}

/** Something that a field of this shape accepts, as far as the shape tells; objects with their required fields. */
export function sampleOf(shape: Json, name: string, ids: SampleIds): unknown {
  const options = shape['anyOf'] ?? shape['oneOf'];
  if (Array.isArray(options)) return sampleOf(options[0] as Json, name, ids);
  if (shape['const'] !== undefined) return shape['const'];
  if (Array.isArray(shape['enum'])) return shape['enum'][0];
  switch (shape['type']) {
    case 'object': {
      const properties = (shape['properties'] ?? {}) as Record<string, Json>;
      const required = (shape['required'] as string[] | undefined) ?? [];
      return Object.fromEntries(
        required.map((field) => [field, sampleOf(properties[field] ?? {}, field, ids)]),
      );
    }
    case 'array':
      return [sampleOf((shape['items'] ?? {}) as Json, name, ids)];
    case 'integer':
    case 'number':
      return Math.max(1, Number(shape['minimum'] ?? 1));
    case 'boolean':
      return true;
    default:
      return sampleString(shape, name, ids);
  }
}
