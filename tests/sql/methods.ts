import type { CallExpression, Node } from 'typescript/unstable/ast';
import { argumentsOf, callFunction } from './calls.ts';
import { itemsOf } from './evaluate.ts';
import { joined, piecesOf } from './fragments.ts';
import type { Frame } from './frames.ts';
import type { Run } from './run.ts';
import { DeadEnd, keyOf, plain, stringOf, textAt, unknown } from './values.ts';
import type { List, Value } from './values.ts';

/** Calls what was given as a function, on one item of a list. */
type Each = (item: Value, at: number) => Value;

type ListMethod = (
  run: Run,
  items: Value[],
  call: CallExpression,
  args: Value[],
  each: Each,
) => Value;

const listOf = (items: Value[]): Value => ({ kind: 'list', items });

/** The first argument, as the type of its function's answer decides: whether an item is kept. */
function isKept(run: Run, item: Value, at: number, each: Each): boolean {
  const answer = run.tryForced(each(item, at));
  // A filter that nothing is known of keeps the item: what is dropped adds nothing to the statement.
  return answer.kind === 'plain' ? Boolean(answer.value) : true;
}

const LIST_METHODS: Readonly<Record<string, ListMethod>> = {
  map: (_run, items, _call, _args, each) => listOf(items.map(each)),
  flatMap: (run, items, call, _args, each) =>
    listOf(items.flatMap((item, at) => flat(run, each(item, at), call))),
  flat: (run, items, call) => listOf(items.flatMap((item) => flat(run, item, call))),
  filter: (run, items, _call, _args, each) =>
    listOf(items.filter((item, at) => isKept(run, item, at, each))),
  find: (run, items, _call, _args, each) =>
    items.find((item, at) => isKept(run, item, at, each)) ?? plain(undefined),
  forEach: (_run, items, _call, _args, each) => {
    items.forEach((item, at) => each(item, at));
    return plain(undefined);
  },
  push: (_run, items, _call, args) => {
    items.push(...args);
    return plain(items.length);
  },
  unshift: (_run, items, _call, args) => {
    items.unshift(...args);
    return plain(items.length);
  },
  concat: (run, items, call, args) =>
    listOf([...items, ...args.flatMap((arg) => flat(run, arg, call))]),
  slice: (_run, items, _call, [from, to]) => listOf(items.slice(numberOf(from), numberOf(to))),
  toSorted: (_run, items) => listOf([...items]),
  toReversed: (_run, items) => listOf(items.toReversed()),
  sort: (_run, items) => listOf(items),
  keys: (_run, items) => listOf(items.map((_item, at) => plain(at))),
  values: (_run, items) => listOf(items),
  entries: (_run, items) => listOf(items.map((item, at) => listOf([plain(at), item]))),
  at: (_run, items, _call, [at]) => items.at(numberOf(at) ?? 0) ?? plain(undefined),
  join: (run, items, call, [between]) => joinTexts(run, items, call, between),
  includes: (_run, items, _call, [item]) => includes(items, item),
};

const flat = (run: Run, value: Value, node: Node): Value[] =>
  value.kind === 'list'
    ? value.items
    : value.kind === 'unknown'
      ? itemsOf(run, value, node)
      : [value];

const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'plain' && typeof value.value === 'number' ? value.value : undefined;

function joinTexts(
  run: Run,
  items: Value[],
  call: CallExpression,
  between: Value | undefined,
): Value {
  const separator = between?.kind === 'text' ? between.pieces : [];
  // Told only once it becomes part of a statement.
  const told = (): Value => {
    const texts = items.map((item) => piecesOf(run, item, call));
    return { kind: 'text', pieces: joined(texts, separator) };
  };
  const isKnown = items.every((item) => run.known(item).kind === 'text');
  return isKnown ? told() : unknown(`${keyOf(listOf(items))}.join${call.pos}`, { force: told });
}

function includes(items: readonly Value[], item: Value | undefined): Value {
  const key = item ? keyOf(item) : '';
  const isKnown = items.every(({ kind }) => kind !== 'unknown') && item?.kind !== 'unknown';
  return isKnown
    ? plain(items.some((one) => keyOf(one) === key))
    : unknown(`${key} of ${keyOf(listOf([...items]))}`);
}

/** Makes fragments of each item of a list. */
const isEach = (name: string, call: CallExpression, run: Run): boolean =>
  (name === 'map' || name === 'flatMap') && run.sources.carriesSql(call);

/** A method of a known or unknown list, map or text; null: it is none that matters. */
export function callMethod(
  run: Run,
  receiver: Value,
  name: string,
  call: CallExpression,
  frame: Frame,
): Value | null {
  const on = run.known(receiver);
  if (on.kind === 'plain' && on.value instanceof RegExp && name === 'test')
    return testOf(run, on.value, call, frame);
  if (on.kind === 'list') return callListMethod(run, on, name, call, frame);
  if (on.kind === 'map') return callMapMethod(run, on, name, call, frame);
  if (on.kind === 'text') return callTextMethod(run, stringOf(on.pieces), name, call, frame);
  if (on.kind === 'sql') return name === 'as' || name === 'mapWith' ? on : null;
  if (on.kind !== 'unknown') return null;
  if (Object.hasOwn(TEXT_METHODS, name)) {
    const text = run.member(on, on.node ?? call);
    if (text?.kind === 'text') return callTextMethod(run, stringOf(text.pieces), name, call, frame);
  }
  if (isEach(name, call, run))
    return callListMethod(run, itemFor(run, on, call), name, call, frame);
  if (['filter', 'slice', 'toSorted'].includes(name)) return unknown(`${on.key}.${name}`, on);
  return null;
}

function testOf(run: Run, expression: RegExp, call: CallExpression, frame: Frame): Value | null {
  const [asked] = argumentsOf(run, call, frame);
  if (asked?.kind === 'unknown' && asked.node) run.member(asked, asked.node);
  const text = asked && run.known(asked);
  return text?.kind === 'text' ? plain(expression.test(stringOf(text.pieces))) : null;
}

/** An unknown list, by one item. */
const itemFor = (run: Run, list: Value & { kind: 'unknown' }, call: Node): List => ({
  kind: 'list',
  items: [unknown(`${list.key}[]`, { origin: itemOrigin(run, list, call) })],
  isOpen: true,
});

const itemOrigin = (run: Run, list: Value & { kind: 'unknown' }, node: Node) => {
  const origin = list.origin ?? list.force;
  return origin && (() => oneOf(run, run.forced(origin()), list.key, node));
};

/** Any one of a list's items. */
export function oneOf(run: Run, list: Value, key: string, node: Node): Value {
  const items = itemsOf(run, list, node);
  if (items.length === 0) throw new DeadEnd('a round through nothing');
  const labels = items.map((_item, at) => `${key.slice(-40)} ${at + 1}`);
  return items[run.choices.pick(`${key} item`, labels)] ?? plain(undefined);
}

function callListMethod(
  run: Run,
  { items, isOpen = false }: List,
  name: string,
  call: CallExpression,
  frame: Frame,
): Value | null {
  const method = Object.hasOwn(LIST_METHODS, name) ? LIST_METHODS[name] : undefined;
  if (!method) return null;
  const args = argumentsOf(run, call, frame);
  const [first] = args;
  const each: Each = (item, at) => {
    if (first?.kind === 'function')
      return callFunction(run, first, [item, plain(at)], `${frame.key}${call.pos}.${at}>`);
    return first?.kind === 'native' ? first.call([item], call) : unknown(`${keyOf(item)}|${name}`);
  };
  const found = method(run, items, call, args, each);
  return found.kind === 'list' && isOpen ? { ...found, isOpen } : found;
}

function callMapMethod(
  run: Run,
  { items, isOpen = false }: Value & { kind: 'map' },
  name: string,
  call: CallExpression,
  frame: Frame,
): Value | null {
  const [first, second] = argumentsOf(run, call, frame);
  const key = first ? keyOf(first) : '';
  switch (name) {
    case 'has': {
      const asked =
        first?.kind === 'unknown' ? (run.member(first, call.arguments[0] as Node) ?? first) : first;
      return includes(
        [...items.values()].map(([item]) => item),
        asked,
      );
    }
    case 'get':
      if (first?.kind !== 'unknown') return items.get(key)?.[1] ?? plain(undefined);
      return items.size === 0
        ? null
        : oneOf(run, listOf([...items.values()].map(([, value]) => value)), key, call);
    case 'set':
    case 'add':
      if (first) items.set(key, [first, second ?? first]);
      return { kind: 'map', items, isOpen };
    case 'values':
      return { kind: 'list', items: [...items.values()].map(([, value]) => value), isOpen };
    case 'keys':
      return { kind: 'list', items: [...items.values()].map(([item]) => item), isOpen };
    case 'entries':
      return { kind: 'list', items: [...items.values()].map((pair) => listOf([...pair])), isOpen };
    default:
      return null;
  }
}

const TEXT_METHODS: Readonly<Record<string, (text: string, ...args: never[]) => unknown>> = {
  startsWith: (text, part: string) => text.startsWith(part),
  endsWith: (text, part: string) => text.endsWith(part),
  includes: (text, part: string) => text.includes(part),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  split: (text, at: string | RegExp) => text.split(at),
  replace: (text, from: string | RegExp, to: string) => text.replace(from, to),
  replaceAll: (text, from: string | RegExp, to: string) => text.replaceAll(from, to),
  slice: (text, from?: number, to?: number) => text.slice(from, to),
};

function callTextMethod(
  run: Run,
  text: string,
  name: string,
  call: CallExpression,
  frame: Frame,
): Value | null {
  const method = Object.hasOwn(TEXT_METHODS, name) ? TEXT_METHODS[name] : undefined;
  const args = argumentsOf(run, call, frame).map((arg) => run.known(arg));
  if (!method || args.some(({ kind }) => kind !== 'text' && kind !== 'plain')) return null;
  const given = args.map((arg) =>
    arg.kind === 'text' ? stringOf(arg.pieces) : (arg as { value: unknown }).value,
  );
  const found = method(text, ...(given as never[]));
  if (Array.isArray(found)) return listOf(found.map((part) => textAt(String(part), call)));
  return typeof found === 'string' ? textAt(found, call) : plain(found as boolean);
}
