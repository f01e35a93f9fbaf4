import type { Node, SourceFile } from 'typescript/unstable/ast';
import type { Frame } from './frames.ts';

/** A text of the sources: where it stands. */
export interface Place {
  readonly file: SourceFile;
  readonly offset: number;
}

/** A piece of a statement as it is written. */
export interface Piece {
  readonly text: string;
  readonly at: Place;
}

/** A value that is sent beside the statement, `$n` in it. */
export interface Parameter {
  readonly parameter: Node;
}

/** A piece of JavaScript that is known: the tools of the language on lists, texts and maps. */
export type Native = (args: readonly Value[], node: Node) => Value;

/** What an expression of the sources is, as far as the statements depend on it. */
export type Value =
  | { readonly kind: 'plain'; readonly value: number | boolean | null | undefined | RegExp }
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'sql'; readonly pieces: readonly (Piece | Parameter)[] }
  | List
  | { readonly kind: 'record'; readonly entries: Map<string, () => Value>; rest: Unknown | null }
  | { readonly kind: 'map'; readonly items: Map<string, [Value, Value]>; readonly isOpen?: boolean }
  | { readonly kind: 'function'; readonly node: Node; readonly frame: Frame }
  | { readonly kind: 'native'; readonly call: Native }
  | Unknown;

/** A list. One that is open stands for any number of items that are like the one it has. */
export interface List {
  readonly kind: 'list';
  readonly items: Value[];
  readonly isOpen?: boolean;
}

/** What only the running server knows. */
export interface Unknown {
  readonly kind: 'unknown';
  /** The same for what is surely the same: one decision about it holds wherever it comes up again. */
  readonly key: string;
  /** The expression that its type is known of, where that is not the one that asks. */
  readonly node?: Node | undefined;
  /** Looks into the function that gives it. */
  readonly force?: (() => Value) | undefined;
  /** Asks the callers, which matters only where it becomes part of the text. */
  readonly origin?: (() => Value) | undefined;
}

export const plain = (value: number | boolean | null | undefined | RegExp): Value => ({
  kind: 'plain',
  value,
});

export const textAt = (text: string, node: Node, shift = 0): Value => ({
  kind: 'text',
  pieces: [{ text, at: { file: node.getSourceFile(), offset: node.getStart() + shift } }],
});

export const unknown = (key: string, more: Omit<Unknown, 'kind' | 'key'> = {}): Unknown => ({
  ...more,
  kind: 'unknown',
  key,
});

export const stringOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }) => text).join('');

/** A name for a value that is the same for the same value. */
export function keyOf(value: Value): string {
  switch (value.kind) {
    case 'unknown':
      return value.key;
    case 'plain':
      return String(value.value);
    case 'text':
      return JSON.stringify(stringOf(value.pieces));
    case 'list':
      return `[${value.items.map(keyOf).join()}]`;
    case 'sql':
      return value.pieces.map((piece) => ('text' in piece ? piece.text : '$')).join('');
    case 'function':
      return `fn${value.node.pos}`;
    case 'record':
      return `{${[...value.entries.keys()].join()}${value.rest?.key ?? ''}}`;
    case 'map':
    case 'native':
      return value.kind;
  }
}

/** This way through the sources sends no statement: it ends in an error, or contradicts itself. */
export class DeadEnd extends Error {}

/** The statement can't be told from the sources. */
export class Unresolved extends Error {
  readonly node: Node;

  constructor(node: Node, why: string) {
    super(why);
    this.node = node;
  }
}
