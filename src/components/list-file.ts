import type { TFunction } from 'i18next';
import { Anchor } from '@mantine/core';
import { Fragment, isValidElement } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
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
/** Numbers that marks are taken for, far from those that figures have: `formatCount` writes them, and they are found again. */
const FIRST_NUMBER = 7_000_000_000_000;
const NUMBER_STEP = 1013;
/** What may be done with a text or a list before it is shown, and shows it still. */
const KEEPS_VALUE = new Set(['join', 'slice', 'trim', 'toString', 'toLocaleString']);

/** A field that a cell shows; `prefix` is the catalogue's place of what its codes are called. */
interface ShownField {
  readonly path: string;
  readonly isMoney?: true;
  readonly isPaise?: true;
  readonly prefix?: string;
  readonly words?: FileField<never>['words'];
  readonly title?: string;
}

/** A row that stands for any row: what is read of it are marks. */
class AnyRow {
  readonly #numbered: string[] = [];

  /** The mark of a path: further reading makes longer paths; as a text or a number it can be found again. */
  mark(path: string): object {
    return new Proxy(() => undefined, {
      get: (_, key) => {
        if (key === PATH) return path;
        if (key === Symbol.toPrimitive) return (hint: string) => this.#written(path, hint);
        if (typeof key === 'symbol') return undefined;
        return this.mark(path === '' ? key : `${path}.${key}`);
      },
      apply: () => {
        const [, of = '', done = ''] = /^(.*)\.(\w+)$/.exec(path) ?? [];
        if (!KEEPS_VALUE.has(done))
          throw new Error(`What ${done} makes of a field is not the field.`);
        return this.mark(of);
      },
    });
  }

  #written(path: string, hint: string): string | number {
    if (hint !== 'number') return `${MARK}${path}${MARK}`;
    return FIRST_NUMBER + NUMBER_STEP * this.#numbered.push(path);
  }

  /** The fields in a text: marks or numbers alone, at the end of a place in the catalogue, or several with dots between. */
  inText(text: string): ShownField[] | null {
    const parts = text.split(' · ').map((part) => this.#inPart(part));
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }

  #inPart(text: string): ShownField[] | null {
    const number =
      this.#numbered[
        (Number(text.replaceAll(/[₹,]|\u00a0%$/g, '')) - FIRST_NUMBER) / NUMBER_STEP - 1
      ];
    if (number !== undefined)
      return [{ path: number, ...(text.startsWith('₹') && { isMoney: true }) }];
    const [prefix = '', path, rest = '', ...more] = text.split(MARK);
    if (path === undefined) return [];
    if (!/^(?:[ \u00a0]%)?$/.test(rest) || more.length > 0) return null;
    if (prefix === '') return [{ path }];
    return /^[\w.]+[._]$/.test(prefix) ? [{ path, prefix }] : null;
  }
}

const isMark = (value: unknown): value is object => typeof value === 'function';

/** The path of a mark; null for anything else. */
function pathOf(value: unknown): string | null {
  if (!isMark(value)) return null;
  const path: unknown = Reflect.get(value, PATH);
  return typeof path === 'string' ? path : null;
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
  [Anchor, ({ children }) => [children]],
  [Link, ({ children }) => [children]],
]);

const loanFields = (mark: unknown, ...keys: readonly [string, boolean][]): ShownField[] | null => {
  const path = pathOf(mark);
  const under = path === '' ? '' : `${path}.`;
  return path === null
    ? null
    : keys.map(([key, isMoney]) =>
        Object.assign({ path: `${under}${key}` }, isMoney && { isMoney }),
      );
};

function inElement({ type, props }: ReactElement<Parts>, row: AnyRow): ShownField[] | null {
  if (type === Money)
    return (
      inNode(props['amount'], row)?.map((field) =>
        Object.assign(field, { isMoney: true as const }),
      ) ?? null
    );
  if (type === Due) return loanFields(props['loan'], ['Total_Due_Amount', true]);
  if (type === PromiseChip)
    return loanFields(props['loan'], ['promiseDate', false], ['promiseAmount', true]);
  if (typeof type === 'string') return inNode(props['children'], row);
  const parts = PARTS.get(type)?.(props);
  return parts === undefined ? null : inNode(parts, row);
}

/** The fields that stand in what a cell shows; null when that can't be told. */
function inNode(node: ReactNode, row: AnyRow): ShownField[] | null {
  const path = pathOf(node);
  if (path !== null) return path === '' ? null : [{ path }];
  if (typeof node === 'string') return row.inText(node);
  if (Array.isArray(node)) {
    const parts = node.map((part: ReactNode) => inNode(part, row));
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }
  if (isValidElement<Parts>(node)) return inElement(node, row);
  return typeof node === 'object' && node !== null ? null : [];
}

function declared<Row>(fields: readonly FileField<Row>[], row: AnyRow): ShownField[] | null {
  const shown = fields.map(({ of, ...more }) => ({
    path: pathOf(of(row.mark('') as Row)),
    ...more,
  }));
  return shown.every(({ path }) => path !== null) ? (shown as ShownField[]) : null;
}

/** The fields of a column; null when what it shows can't be told. */
function fieldsOf<Row>({ file, render }: DataColumn<Row>): ShownField[] | null {
  const row = new AnyRow();
  try {
    if (file !== undefined) return declared(file, row);
    const shown = inNode(render(row.mark('') as Row), row);
    return shown?.length === 0 ? null : shown;
  } catch {
    // It does more with the row than to show it.
    return null;
  }
}

/** The fields that a column has in a file: those it shows, else the one that it is named after; null for none. */
function knownFields<Row>(column: DataColumn<Row>, fields: ListFields): ShownField[] | null {
  const shown = fieldsOf(column);
  if (shown !== null && shown.every(({ path }) => fields.has(path))) return shown;
  const named = fields.get(column.key);
  // What codes are called is not known here.
  const isPlain = named !== undefined && named.kind !== 'boolean' && named.codes.length === 0;
  return isPlain ? [{ path: column.key }] : null;
}

/** A text whose place in the catalogue is only known as it runs. */
const wordAt = (t: TFunction, key: string): string => (t as (key: string) => string)(key);

function wordsOf(t: TFunction, { prefix, words }: ShownField, { kind, codes }: ListField) {
  if (typeof words === 'object') return { words: { ...words } };
  const named =
    words ?? (prefix === undefined ? null : (code: string) => wordAt(t, `${prefix}${code}`));
  const all = kind === 'boolean' ? ['true', 'false'] : codes;
  if (named === null)
    return kind === 'boolean' ? { words: { true: t('common.yes'), false: t('common.no') } } : {};
  return { words: Object.fromEntries(all.map((code) => [code, named(code)])) };
}

/** The heading of a field: the column's for its first, then what the catalogue calls the field. */
function titleOf(t: TFunction, column: string, { path, title }: ShownField, at: number): string {
  if (title !== undefined) return title;
  if (at === 0) return column;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const keys = [`loanFields.${name}`, `fieldNames.${name}`];
  const named = keys.map((key) => wordAt(t, key)).find((word, place) => word !== keys[place]);
  return named ?? `${column} (${at + 1})`;
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
    const shown = knownFields(column, fields);
    if (shown === null) unread.push(column.key);
    for (const [at, one] of (shown ?? []).entries()) {
      const field = fields.get(one.path);
      if (field === undefined || made.has(one.path)) continue;
      const title = titleOf(t, column.title, one, at);
      const amount = {
        ...(one.isMoney === true && { isMoney: true }),
        ...(one.isPaise === true && { isPaise: true }),
      };
      made.set(one.path, { path: one.path, title, ...amount, ...wordsOf(t, one, field) });
    }
  }
  return { columns: [...made.values()], unread };
}
