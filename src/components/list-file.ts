import type { TFunction } from 'i18next';
import { Fragment, isValidElement } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { ListFileColumn } from '../../contract/list-export.ts';
import type { ListField, ListFields } from '../../contract/list-fields.ts';
import type { DataColumn, FileField } from './data-table-column.ts';
import { DispositionChip } from './disposition-chip.tsx';
import { Due } from './due.tsx';
import { DayText, DueChip, Money, PhoneText, RelativeTimeText, TwoLines } from './figure.tsx';
import { PromiseChip } from './promise-chip.tsx';
import { StatusChip } from './status-chip.tsx';

/*
 * What a list shows is said once, by its columns. Their `render` is called with a row that stands for any row: whatever is
 * read of it is a mark with the path of the field, and what comes out says which fields stand in the cell.
 */

const PATH = Symbol('path');
const MARK = '\u0001';

/** A field that a cell shows; `prefix` is the catalogue's place of what its codes are called. */
interface ShownField {
  readonly path: string;
  readonly isMoney?: true;
  readonly prefix?: string;
  readonly words?: (code: string) => string;
  readonly title?: string;
}

/** The mark of a path: further reading makes longer paths, and as a text it can be found again. */
function markOf(path: string): object {
  return new Proxy(
    {},
    {
      get: (_, key) => {
        if (key === PATH) return path;
        if (key === Symbol.toPrimitive) return () => `${MARK}${path}${MARK}`;
        if (typeof key === 'symbol') return undefined;
        return markOf(path === '' ? key : `${path}.${key}`);
      },
    },
  );
}

/** The path of a mark; null for anything else. */
function pathOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const path: unknown = Reflect.get(value, PATH);
  return typeof path === 'string' ? path : null;
}

/** Marks in a text: alone, or at the end of a place in the catalogue. Null for a sentence with marks. */
function inText(text: string): ShownField[] | null {
  const [prefix = '', path, rest, ...more] = text.split(MARK);
  if (path === undefined) return [];
  if (rest !== '' || more.length > 0) return null;
  if (prefix === '') return [{ path }];
  return /^[\w.]+\.$/.test(prefix) ? [{ path, prefix }] : null;
}

type Parts = Readonly<Record<string, ReactNode>>;

/** What those components show that lists are made of. */
const PARTS = new Map<unknown, (props: Parts) => ReactNode[]>([
  [TwoLines, ({ first, second }) => [first, second]],
  [DayText, ({ value }) => [value]],
  [PhoneText, ({ value }) => [value]],
  [RelativeTimeText, ({ value }) => [value]],
  [DueChip, ({ day }) => [day]],
  [StatusChip, ({ label }) => [label]],
  [DispositionChip, ({ label }) => [label]],
  [Fragment, ({ children }) => [children]],
]);

const loanFields = (mark: unknown, ...keys: readonly [string, boolean][]): ShownField[] | null => {
  const path = pathOf(mark);
  const under = path === '' ? '' : `${path}.`;
  return path === null
    ? null
    : keys.map(([key, isMoney]) => ({ path: `${under}${key}`, ...(isMoney && { isMoney }) }));
};

function inElement({ type, props }: ReactElement<Parts>): ShownField[] | null {
  if (type === Money)
    return inNode(props['amount'])?.map((field) => ({ ...field, isMoney: true })) ?? null;
  if (type === Due) return loanFields(props['loan'], ['Total_Due_Amount', true]);
  if (type === PromiseChip)
    return loanFields(props['loan'], ['promiseDate', false], ['promiseAmount', true]);
  if (typeof type === 'string') return inNode(props['children']);
  const parts = PARTS.get(type)?.(props);
  return parts === undefined ? null : inNode(parts);
}

/** The fields that stand in what a cell shows; null when that can't be told. */
function inNode(node: ReactNode): ShownField[] | null {
  const path = pathOf(node);
  if (path !== null) return path === '' ? null : [{ path }];
  if (typeof node === 'string') return inText(node);
  if (Array.isArray(node)) {
    const parts = node.map((part: ReactNode) => inNode(part));
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }
  if (isValidElement<Parts>(node)) return inElement(node);
  return typeof node === 'object' && node !== null ? null : [];
}

function declared<Row>(fields: readonly FileField<Row>[]): ShownField[] | null {
  const shown = fields.map(({ of, ...more }) => ({ path: pathOf(of(markOf('') as Row)), ...more }));
  return shown.every(({ path }) => path !== null) ? (shown as ShownField[]) : null;
}

/** The fields of a column; null when what it shows can't be told. */
function fieldsOf<Row>({ file, render }: DataColumn<Row>): ShownField[] | null {
  try {
    return file === undefined ? inNode(render(markOf('') as Row)) : declared(file);
  } catch {
    // It does more with the row than to show it.
    return null;
  }
}

/** A text whose place in the catalogue is only known as it runs. */
const wordAt = (t: TFunction, key: string): string => (t as (key: string) => string)(key);

function wordsOf(t: TFunction, { prefix, words }: ShownField, { kind, codes }: ListField) {
  const named = words ?? (prefix === undefined ? null : (code: string) => wordAt(t, `${prefix}${code}`));
  const all = kind === 'boolean' ? ['true', 'false'] : codes;
  if (named === null)
    return kind === 'boolean' ? { words: { true: t('common.yes'), false: t('common.no') } } : {};
  return { words: Object.fromEntries(all.map((code) => [code, named(code)])) };
}

/** The heading of a field: the column's for its first, then what the catalogue calls the field. */
function titleOf(t: TFunction, column: string, { path, title }: ShownField, at: number): string {
  if (title !== undefined) return title;
  if (at === 0) return column;
  const key = `loanFields.${path.slice(path.lastIndexOf('.') + 1)}`;
  const named = wordAt(t, key);
  return named === key ? `${column} (${at + 1})` : named;
}

/** The columns of a list's file, and the keys of those columns that could not be made into any. */
export interface FileColumns {
  readonly columns: ListFileColumn[];
  readonly unread: string[];
}

/** The columns that a file of a list has in place of the columns shown; each field stands there once. */
export function fileColumns<Row>(
  t: TFunction,
  columns: readonly DataColumn<Row>[],
  fields: ListFields,
): FileColumns {
  const made = new Map<string, ListFileColumn>();
  const unread: string[] = [];
  for (const column of columns) {
    const shown = fieldsOf(column);
    const known = (shown ?? []).filter(({ path }) => fields.has(path));
    if (shown === null || known.length < shown.length || (shown.length === 0 && !column.file))
      unread.push(column.key);
    for (const [at, one] of known.entries()) {
      const field = fields.get(one.path);
      if (field === undefined || made.has(one.path)) continue;
      const title = titleOf(t, column.title, one, at);
      const isMoney = one.isMoney === true && { isMoney: true };
      made.set(one.path, { path: one.path, title, ...isMoney, ...wordsOf(t, one, field) });
    }
  }
  return { columns: [...made.values()], unread };
}
