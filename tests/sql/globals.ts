import type { CallExpression, Node } from 'typescript/unstable/ast';
import { argumentsOf, callFunction } from './calls.ts';
import { itemsOf } from './evaluate.ts';
import type { Frame } from './frames.ts';
import type { Run } from './run.ts';
import { keyOf, plain, stringOf, textAt, unknown } from './values.ts';
import type { Value } from './values.ts';

type Global = (run: Run, args: readonly Value[], node: Node) => Value;

const listOf = (items: Value[]): Value => ({ kind: 'list', items });

const isClosed = (value: Value | undefined): boolean =>
  value?.kind === 'record' && value.rest === null;

/** The entries of a record or of an unknown one: a single entry then. */
function entriesOf(value: Value, node: Node): [Value, Value][] {
  if (value.kind === 'record' && value.rest === null)
    return [...value.entries].map(([name, get]) => [textAt(name, node), get()]);
  const key = keyOf(value);
  return [[unknown(`${key} name[]`), unknown(`${key} value[]`)]];
}

const entriesAs = (
  of: Value | undefined,
  node: Node,
  pick: (pair: [Value, Value]) => Value,
): Value => ({
  kind: 'list',
  items: entriesOf(of ?? plain(undefined), node).map(pick),
  isOpen: !isClosed(of),
});

const GLOBALS: Readonly<Record<string, Global>> = {
  'Object.keys': (_run, [of], node) => entriesAs(of, node, ([name]) => name),
  'Object.values': (_run, [of], node) => entriesAs(of, node, ([, value]) => value),
  'Object.entries': (_run, [of], node) => entriesAs(of, node, (pair) => listOf(pair)),
  'Object.fromEntries': (run, [of], node) => {
    const pairs = itemsOf(run, of ?? plain(undefined), node);
    const entries = new Map<string, () => Value>();
    for (const pair of pairs)
      if (pair.kind === 'list' && pair.items[0]?.kind === 'text')
        entries.set(stringOf(pair.items[0].pieces), () => pair.items[1] ?? plain(undefined));
    return { kind: 'record', entries, rest: null };
  },
  'Array.from': (run, [of, make], node) => {
    const isCounted = of?.kind === 'record' && of.entries.has('length');
    const items = isCounted ? [unknown('[]')] : [...itemsOf(run, of ?? plain(undefined), node)];
    const isOpen =
      isCounted || (of?.kind === 'list' && of.isOpen === true) || of?.kind === 'unknown';
    if (make?.kind !== 'function') return { kind: 'list', items, isOpen };
    const made = items.map((item, at) =>
      callFunction(run, make, [item, plain(at)], `${node.pos}.${at}>`),
    );
    return { kind: 'list', items: made, isOpen };
  },
  'Array.isArray': (_run, [of]) =>
    of?.kind === 'unknown' ? unknown(`isArray ${of.key}`) : plain(of?.kind === 'list'),
  'Object.freeze': (_run, [of]) => of ?? plain(undefined),
  String: (_run, [of], node) => {
    if (of?.kind === 'text') return of;
    if (of?.kind === 'plain') return textAt(String(of.value), node);
    return unknown(`String(${of ? keyOf(of) : ''})`);
  },
};

/** A call of a function of the language, or null for any other. */
export function callGlobal(run: Run, call: CallExpression, frame: Frame): Value | null {
  const name = call.expression.getText();
  const global = Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined;
  return global ? global(run, argumentsOf(run, call, frame), call) : null;
}
