import type { Node } from 'typescript/unstable/ast';
import type { Run } from './run.ts';
import { Unresolved, keyOf, plain, stringOf, unknown } from './values.ts';
import type { Unknown, Value } from './values.ts';

/** `value.name`. `node`: the expression that asks, for its type. */
export function memberOf(run: Run, given: Value, name: string, node: Node): Value {
  const value = run.known(given);
  switch (value.kind) {
    case 'record': {
      const entry = value.entries.get(name);
      if (entry) return entry();
      return value.rest === null ? plain(undefined) : ofUnknown(run, value.rest, name, node);
    }
    case 'list':
      return name === 'length' ? lengthOf(value.items, value) : plain(undefined);
    case 'text':
      return name === 'length' ? plain(stringOf(value.pieces).length) : plain(undefined);
    case 'map':
      return name === 'size' ? plain(value.items.size) : plain(undefined);
    case 'unknown':
      return ofUnknown(run, value, name, node);
    case 'plain':
    case 'sql':
    case 'function':
    case 'native':
      return unknown(`${keyOf(value)}.${name}`);
  }
}

/** How long an unknown list is, nobody knows, though one item stands for all of them here. */
function lengthOf(items: readonly Value[], list: Value): Value {
  const isOpen = items.some((item) => item.kind === 'unknown' && item.key.endsWith('[]'));
  return isOpen ? unknown(`${keyOf(list)}.length`) : plain(items.length);
}

function ofUnknown(run: Run, value: Unknown, name: string, node: Node): Value {
  if (value.force !== undefined && run.sources.carriesSql(node))
    return memberOf(run, known(run, value, node), name, node);
  const { force, origin } = value;
  const inner = (look: () => Value) => () => memberOf(run, look(), name, node);
  return unknown(`${value.key}.${name}`, force && inner(force), origin && inner(origin));
}

function known(run: Run, value: Unknown, node: Node): Value {
  const found = run.forced(value);
  if (found.kind !== 'unknown' || found.force === undefined) return found;
  throw new Unresolved(node, `nothing tells what ${value.key.slice(0, 80)} is`);
}

/** `value[index]`. */
export function elementOf(run: Run, given: Value, index: Value, node: Node): Value {
  const value = run.known(given);
  if (value.kind === 'list') {
    if (index.kind !== 'plain') return value.items[0] ?? plain(undefined);
    const at = value.items[Number(index.value)];
    return at ?? (isOpen(value.items) ? (value.items[0] as Value) : plain(undefined));
  }
  const name = run.known(index);
  if (name.kind === 'text') return memberOf(run, value, stringOf(name.pieces), node);
  if (name.kind === 'plain' && typeof name.value === 'number' && value.kind === 'unknown')
    return memberOf(run, value, String(name.value), node);
  if (value.kind === 'record' && name.kind === 'unknown') return entryOf(run, value, name, node);
  return unknown(`${keyOf(value)}[${keyOf(name)}]`);
}

const isOpen = (items: readonly Value[]): boolean =>
  items.some((item) => item.kind === 'unknown' && item.key.endsWith('[]'));

/** An entry under an unknown name: any of them, and the name is known from then on. */
function entryOf(run: Run, record: Value & { kind: 'record' }, name: Unknown, node: Node): Value {
  const names = [...record.entries.keys()];
  if (names.length === 0) return plain(undefined);
  run.choose(name, names, node);
  return run.known(elementOf(run, record, run.known(name), node));
}
