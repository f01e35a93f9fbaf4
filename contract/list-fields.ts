import type { z } from 'zod';
import type { Call } from './call.ts';
import { daySchema, instantSchema, rupeesSchema, wireDaySchema } from './values.ts';

/** What stands in a field of a list's rows. `texts`: several short texts. `wireDay`: DD-MM-YYYY. */
export type ListFieldKind =
  | 'text'
  | 'texts'
  | 'number'
  | 'rupees'
  | 'boolean'
  | 'day'
  | 'wireDay'
  | 'instant';

/** A field of a list's rows. */
export interface ListField {
  readonly kind: ListFieldKind;
  /** The codes that it may hold; none where any value may stand there. */
  readonly codes: readonly string[];
}

/** The fields of a list's rows by their paths (`loan.Customer_Name`). */
export type ListFields = ReadonlyMap<string, ListField>;

/** Rows are told apart no deeper than this. */
const MOST_LEVELS = 3;

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly out?: z.ZodType;
  readonly in?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly format?: string;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly options?: readonly z.ZodType[];
}

const definitionOf = (schema: z.ZodType): Definition => schema.def;

/** A schema without what says that its value may be missing. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType } = definitionOf(schema);
  return innerType === undefined ? schema : bare(innerType);
}

const plain = (kind: ListFieldKind, codes: readonly string[] = []): ListField => ({ kind, codes });

function textField({ format }: Definition): ListField {
  if (format === 'date') return plain('day');
  return plain(format === 'datetime' ? 'instant' : 'text');
}

/** A field that is one of several: of codes, or of values that are told in the same way. */
function optionsField(options: readonly z.ZodType[]): ListField | null {
  const fields = options
    .filter((option) => definitionOf(bare(option)).type !== 'null')
    .map((option) => scalarField(option));
  const [first] = fields;
  if (!first || fields.some((field) => field?.kind !== first.kind)) return null;
  return plain(
    first.kind,
    fields.every((field) => field && field.codes.length > 0)
      ? fields.flatMap((field) => field?.codes ?? [])
      : [],
  );
}

/** What one value is; null for what is not shown in one cell. */
function scalarField(given: z.ZodType): ListField | null {
  const schema = bare(given);
  if (schema === rupeesSchema) return plain('rupees');
  if (schema === daySchema) return plain('day');
  if (schema === instantSchema) return plain('instant');
  if (schema === wireDaySchema) return plain('wireDay');
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'string':
      return textField(definition);
    case 'number':
    case 'boolean':
      return plain(definition.type);
    case 'enum':
      return plain('text', Object.values(definition.entries ?? {}));
    case 'literal': {
      const values = definition.values ?? [];
      return values.every((value) => typeof value === 'string') ? plain('text', values) : null;
    }
    case 'union':
      return optionsField(definition.options ?? []);
    case 'pipe':
      return definition.out === undefined ? null : scalarField(definition.out);
    case 'array': {
      const element = definition.element === undefined ? null : scalarField(definition.element);
      return element?.kind === 'text' ? plain('texts', element.codes) : null;
    }
    default:
      return null;
  }
}

function collect(schema: z.ZodType, path: string, found: Map<string, ListField>, level = 0): void {
  const { type, shape } = definitionOf(bare(schema));
  if (type !== 'object' || level >= MOST_LEVELS) return;
  for (const [key, value] of Object.entries(shape ?? {})) {
    const field = scalarField(value);
    if (field === null) collect(value, `${path}${key}.`, found, level + 1);
    else found.set(`${path}${key}`, field);
  }
}

const known = new WeakMap<Call, { readonly fields: ListFields | null }>();

function readFields({ method, access, answerKind, answer }: Call): ListFields | null {
  if (method !== 'GET' || access !== 'session' || answerKind === 'file') return null;
  const { data } = definitionOf(answer).shape ?? {};
  if (data === undefined) return null;
  const { element } = definitionOf(bare(data));
  if (element === undefined || definitionOf(bare(element)).type !== 'object') return null;
  const found = new Map<string, ListField>();
  collect(element, '', found);
  return found;
}

/** The fields that the rows of a call's answer have by its schema; null for a call that answers no list of rows. */
export function listFields(call: Call): ListFields | null {
  const before = known.get(call);
  if (before !== undefined) return before.fields;
  const fields = readFields(call);
  known.set(call, { fields });
  return fields;
}

/** Whether a list is read page by page; others answer all their rows at once. */
export const isPaged = ({ query }: Call): boolean =>
  query !== undefined && 'pageSize' in (definitionOf(query).shape ?? {});
