import type { Node } from 'typescript/unstable/ast';
import type { Run } from './run.ts';
import { Unresolved, keyOf, plain, stringOf, unknown } from './values.ts';
import type { List, Unknown, Value } from './values.ts';

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
      if (name !== 'length') return plain(undefined);
      return value.isOpen ? unknown(`${shapeOf(value)}.length`) : plain(value.items.length);
    case 'text':
      return name === 'length' ? plain(stringOf(value.pieces).length) : plain(undefined);
    case 'map':
      if (name !== 'size') return plain(undefined);
      return value.isOpen ? unknown(`${keyOf(value)}.size`) : plain(value.items.size);
    case 'unknown':
      return ofUnknown(run, value, name, node);
    case 'plain':
    case 'sql':
    case 'function':
    case 'native':
      return unknown(`${keyOf(value)}.${name}`);
  }
}

function ofUnknown(run: Run, value: Unknown, name: string, node: Node): Value {
  if (value.force !== undefined && run.sources.carriesSql(node))
    return memberOf(run, known(run, value, node), name, node);
  const { force, origin } = value;
  const inner = (look: () => Value) => () => memberOf(run, look(), name, node);
  return unknown(`${value.key}.${name}`, {
    node,
    force: force && inner(force),
    origin: origin && inner(origin),
  });
}

function known(run: Run, value: Unknown, node: Node): Value {
  const found = run.forced(value);
  if (found.kind !== 'unknown' || found.force === undefined) return found;
  throw new Unresolved(node, `nothing tells what ${value.key.slice(0, 80)} is`);
}

/** A key of a list without the texts in it: how long it is does not depend on them. */
const shapeOf = ({ items }: List): string =>
  items.map((item) => (item.kind === 'sql' ? 'sql' : keyOf(item))).join();

/** `value[index]`. */
export function elementOf(run: Run, given: Value, index: Value, node: Node): Value {
  const value = run.known(given);
  if (value.kind === 'list') {
    if (index.kind !== 'plain') return value.items[0] ?? plain(undefined);
    const at = value.items[Number(index.value)];
    return at ?? (value.isOpen ? value.items[0] : undefined) ?? plain(undefined);
  }
  const name = run.known(index);
  if (name.kind === 'text') return memberOf(run, value, stringOf(name.pieces), node);
  if (name.kind === 'plain' && typeof name.value === 'number' && value.kind === 'unknown')
    return memberOf(run, value, String(name.value), node);
  if (value.kind === 'record' && name.kind === 'unknown') return entryOf(run, value, name, node);
  return unknown(`${keyOf(value)}[${keyOf(name)}]`);
}

/** An entry under an unknown name: any of them, and the name is known from then on. */
function entryOf(run: Run, record: Value & { kind: 'record' }, name: Unknown, node: Node): Value {
  const names = [...record.entries.keys()];
  if (names.length === 0) return plain(undefined);
  run.choose(name, names, node);
  return run.known(elementOf(run, record, run.known(name), node));
}
