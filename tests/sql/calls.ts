import {
  isBlock,
  isIdentifier,
  isPropertyAccessExpression,
  isSpreadElement,
} from 'typescript/unstable/ast';
import type { CallExpression, NewExpression, Node } from 'typescript/unstable/ast';
import { callGlobal } from './globals.ts';
import { evaluate, itemsOf, listOf } from './evaluate.ts';
import { execute } from './execute.ts';
import { joined, piecesOf, splice } from './fragments.ts';
import { Frame } from './frames.ts';
import { callMethod } from './methods.ts';
import { memberOf } from './members.ts';
import { DEEPEST } from './run.ts';
import type { Run } from './run.ts';
import { DeadEnd, Unresolved, keyOf, plain, unknown } from './values.ts';
import type { Value } from './values.ts';

type FunctionValue = Value & { kind: 'function' };

/** The arguments of a call, those of a spread list one by one. */
export function argumentsOf(run: Run, call: CallExpression | NewExpression, frame: Frame): Value[] {
  return [...(call.arguments ?? [])].flatMap((node) =>
    isSpreadElement(node)
      ? itemsOf(run, evaluate(run, node.expression, frame), node.expression)
      : [evaluate(run, node, frame)],
  );
}

/**
 * A call. One whose value can hold no fragment is not looked into before it matters: then it is carried out as the server
 * would.
 */
export function evaluateCall(run: Run, call: CallExpression, frame: Frame): Value {
  const { expression: callee } = call;
  if (isPropertyAccessExpression(callee)) {
    if (isIdentifier(callee.expression) && callee.expression.text === 'sql')
      return callSql(run, callee.name.text, call, frame);
    const global = callGlobal(run, call, frame);
    if (global !== null) return global;
    return callMember(run, call, callee.expression, callee.name.text, frame);
  }
  const global = callGlobal(run, call, frame);
  if (global !== null) return global;
  const value = evaluate(run, callee, frame);
  return callValue(run, value, call, frame, callee.getText());
}

function callMember(run: Run, call: CallExpression, on: Node, name: string, frame: Frame): Value {
  let receiver = evaluate(run, on, frame);
  if (receiver.kind === 'unknown' && run.sources.carriesSql(on)) receiver = run.forced(receiver);
  if (receiver.kind === 'record') {
    const value = memberOf(run, receiver, name, call.expression);
    return callValue(run, value, call, frame, name);
  }
  const found = callMethod(run, receiver, name, call, frame);
  if (found !== null) return found;
  const key = `${frame.key}${keyOf(receiver)}.${name}(${keysOf(run, call, frame)})`;
  return unknown(key, { node: call });
}

const keysOf = (run: Run, call: CallExpression, frame: Frame): string =>
  argumentsOf(run, call, frame).map(keyOf).join();

function callValue(
  run: Run,
  given: Value,
  call: CallExpression,
  frame: Frame,
  name: string,
): Value {
  let value = given;
  if (value.kind === 'unknown' && run.sources.carriesSql(call)) value = run.forced(value);
  if (value.kind === 'native') return value.call(argumentsOf(run, call, frame), call);
  if (value.kind === 'function') {
    const called = value;
    const args = argumentsOf(run, call, frame);
    const carryOut = () => callFunction(run, called, args, `${frame.key}${call.pos}>`);
    if (run.sources.carriesSql(call)) return carryOut();
    return unknown(`${name}(${args.map(keyOf).join()})`, { node: call, force: carryOut });
  }
  const force = (): Value => {
    throw new Unresolved(call, `nothing tells which function ${name} is`);
  };
  const key = `${frame.key}${name}(${keysOf(run, call, frame)})`;
  return unknown(key, run.sources.carriesSql(call) ? { node: call, force } : { node: call });
}

/** Carries a function out and returns what it gives. */
export function callFunction(
  run: Run,
  { node, frame: outer }: FunctionValue,
  args: readonly Value[],
  key: string,
): Value {
  const frame = new Frame(node, outer, key, args);
  run.entered.add(node);
  if (key.split('>').length > DEEPEST) throw new DeadEnd('a function that calls itself');
  const body = (node as { body?: Node }).body;
  if (body === undefined) throw new Unresolved(node, 'this function has no body');
  if (!isBlock(body)) return evaluate(run, body, frame);
  const end = execute(run, body, frame);
  return end?.kind === 'return' ? end.value : plain(undefined);
}

/** drizzle's tools: `sql.join`, `sql.raw`, `sql.identifier`, `sql.param`. */
function callSql(run: Run, name: string, call: CallExpression, frame: Frame): Value {
  const [first, second] = call.arguments;
  const at = { file: call.getSourceFile(), offset: call.getStart() };
  if (first === undefined) return { kind: 'sql', pieces: [] };
  const value = evaluate(run, first, frame);
  switch (name) {
    case 'raw':
      return { kind: 'sql', pieces: piecesOf(run, value, first) };
    case 'identifier':
      return { kind: 'sql', pieces: [{ text: `"${run.textOf(value, first)}"`, at }] };
    case 'param':
      return { kind: 'sql', pieces: [{ parameter: first }] };
    case 'join': {
      const parts = itemsOf(run, value, first).map((item) => splice(run, item, first));
      const between = second ? splice(run, evaluate(run, second, frame), second) : [];
      return { kind: 'sql', pieces: joined(parts, between) };
    }
    default:
      throw new Unresolved(call, `sql.${name} is not known here`);
  }
}

/** `new Set([...])` and `new Map([...])`; all else that is made is unknown, also what is empty at first. */
export function evaluateNew(run: Run, node: NewExpression, frame: Frame): Value {
  const name = node.expression.getText();
  const [first] = node.arguments ?? [];
  if ((name !== 'Set' && name !== 'Map') || first === undefined)
    return unknown(`${frame.key}${node.pos}#${name}`);
  const { items, isOpen = false } = listOf(run, evaluate(run, first, frame), first);
  const pairs = items.map((item): [string, [Value, Value]] => {
    const [key, value] = name === 'Map' && item.kind === 'list' ? item.items : [item, item];
    return [keyOf(key ?? item), [key ?? item, value ?? item]];
  });
  return { kind: 'map', items: new Map(pairs), isOpen };
}
