import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import type { Type } from 'typescript/unstable/sync';
import type { TypeNode } from 'typescript/unstable/ast';
import type { Catalogue, JsKind } from './catalogue.ts';
import type { Column } from './describe.ts';
import type { Sources } from './sources.ts';

/** A property that the type of a row declares. */
export interface Property {
  readonly name: string;
  readonly type: Type;
  readonly isOptional: boolean;
  readonly mayBeNull: boolean;
  readonly isAnything: boolean;
}

/** The properties of a row's type; null where it is a parameter of a function around it. */
export function propertiesOf(sources: Sources, node: TypeNode): Property[] | null {
  const type = sources.checker.getTypeFromTypeNode(node);
  if (type === undefined || type.isTypeParameter()) return null;
  return sources.checker.getPropertiesOfType(type).flatMap((symbol) => {
    const declared = sources.checker.getTypeOfSymbol(symbol);
    if (declared === undefined) return [];
    const parts = sources.partsOf(declared);
    return [
      {
        name: symbol.name,
        type: declared,
        isOptional: Boolean(symbol.flags & SymbolFlags.Optional),
        mayBeNull: parts.some(({ flags }) => flags & TypeFlags.Null),
        isAnything: parts.some(({ flags }) => flags & TypeFlags.AnyOrUnknown),
      },
    ];
  });
}

const LIKE: Readonly<Partial<Record<JsKind, TypeFlags>>> = {
  string: TypeFlags.StringLike,
  number: TypeFlags.NumberLike,
  boolean: TypeFlags.BooleanLike,
};

/** Whether a type takes what the parsers make of a column. */
function takes(sources: Sources, type: Type, kind: JsKind): boolean {
  const parts = sources.partsOf(type).filter(({ flags }) => !(flags & TypeFlags.Nullable));
  if (kind === 'json') return true;
  const like = LIKE[kind];
  return parts.every((part) => {
    if (part.isIntersectionType())
      return (part.getTypes() ?? []).some((inner) => takes(sources, inner, kind));
    if (like !== undefined) return Boolean(part.flags & like);
    if (kind === 'list') return sources.checker.isArrayLikeType(part);
    if (kind === 'Date' || kind === 'Buffer') return part.getSymbol()?.name === kind;
    return Boolean(part.flags & TypeFlags.Object);
  });
}

/** What a statement gives, and how it is looked at. */
interface Row {
  readonly columns: readonly Column[];
  readonly kindOf: (column: Column) => JsKind;
  readonly catalogue: Catalogue;
  /** The statement's text. */
  readonly text: string;
  readonly neverNull: Set<string>;
}

/** Conditions that no row without a value fulfils, behind the column's name. */
const hasValue = (column: string): RegExp =>
  new RegExp(
    String.raw`\b${column}\b\)?\s*(is not null|=|<>|<|>|like |in \(|between |is not distinct from excluded)`,
    'i',
  );

const OUTER = /\b(left|right|full)\s+(outer\s+)?join\b|\bunion\b/i;

/**
 * A table's column that is read as it is: it may be null as the table says, unless the statement has a condition on it. Where
 * an outer join may leave the row out, nothing is known.
 */
function nullProblems({ name, tableId, number }: Column, mayBeNull: boolean, row: Row): string[] {
  const column = row.catalogue.columns.get(`${tableId}:${number}`);
  if (column === undefined) return [];
  const { table, isNotNull } = column;
  if (!mayBeNull && !hasValue(column.name).test(row.text)) {
    if (isNotNull) row.neverNull.add(`${table}.${column.name}`);
    else
      return [
        `"${name}" may be null, as ${table}.${column.name} may; the row's type says it never is`,
      ];
  }
  if (isNotNull && mayBeNull && !OUTER.test(row.text))
    return [
      `"${name}" is never null, as ${table}.${column.name} is not; the row's type says it may be`,
    ];
  return [];
}

/** What is wrong with a row's type, property by property. */
export function problemsOf(sources: Sources, properties: readonly Property[], row: Row): string[] {
  return properties.flatMap(({ name, type, isOptional, mayBeNull, isAnything }) => {
    const column = row.columns.find((one) => one.name === name);
    if (column === undefined) return isOptional ? [] : [`the statement gives no column "${name}"`];
    if (isAnything) return [];
    const kind = row.kindOf(column);
    if (takes(sources, type, kind)) return nullProblems(column, mayBeNull, row);
    const given = row.catalogue.types.get(column.typeId)?.name ?? 'unknown';
    const declared = sources.checker.typeToString(type);
    return [`"${name}" is ${given} and comes as ${kind}, not as ${declared}`];
  });
}
