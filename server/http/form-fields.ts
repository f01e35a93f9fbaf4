import { z } from 'zod';
import { wholeRupees } from '../../contract/amount-text.ts';
import type { Call } from '../../contract/call.ts';

/** What a field of a form may be: by the body's JSON schema. */
interface FieldKinds {
  readonly isText: boolean;
  /** A whole number: an amount, a count. */
  readonly isWhole: boolean;
  readonly isNullable: boolean;
}

interface FieldShape {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly FieldShape[];
}

const typesOf = ({ type, anyOf }: FieldShape): readonly string[] =>
  anyOf?.flatMap(typesOf) ?? (type === undefined ? ['string'] : [type].flat());

/** Made once for each body: its fields never change. */
const known = new WeakMap<z.ZodType, ReadonlyMap<string, FieldKinds>>();

function kindsOf(body: z.ZodType): ReadonlyMap<string, FieldKinds> {
  const made = known.get(body);
  if (made) return made;
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const kinds = new Map(
    Object.entries(properties).map(([name, shape]) => {
      const types = typesOf(shape as FieldShape);
      const kind = {
        isText: types.includes('string'),
        isWhole: types.includes('integer'),
        isNullable: types.includes('null'),
      };
      return [name, kind];
    }),
  );
  known.set(body, kinds);
  return kinds;
}

/** Drops keys that would reach the prototype. */
const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

/** As sheets read an amount: what a program may write and nobody would (1e4) stays a text, for the contract to refuse. */
function wholeOf(text: string): unknown {
  if (/^\s*-\d+\s*$/.test(text)) return Number(text);
  const whole = wholeRupees(text);
  return whole === null || Number.isNaN(whole) ? text : whole;
}

function valueOf(text: string, { isText, isWhole, isNullable }: FieldKinds): unknown {
  if (text.trim() === '' && isNullable) return null;
  if (isText) return text;
  if (text.trim() === '') return undefined;
  if (isWhole) return wholeOf(text);
  try {
    return JSON.parse(text, withoutPrototype);
  } catch {
    return text;
  }
}

/**
 * A form's fields as its call's body takes them, since a form carries texts only. What the contract declares as a text stays
 * as it was written; a whole number is read as in a sheet; anything else (another number, a yes or no, a list, an object)
 * is written as in JSON. An empty field is null where that is allowed, and is not given where no text is.
 */
export function formFields(
  { body }: Pick<Call, 'body'>,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const kinds = body === undefined ? null : kindsOf(body);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const kind = kinds?.get(name);
      return kind === undefined ? [] : [[name, valueOf(text, kind)]];
    }),
  );
}
