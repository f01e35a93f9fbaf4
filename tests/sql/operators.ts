import { SyntaxKind, isIdentifier, isTypeOfExpression } from 'typescript/unstable/ast';
import type { BinaryExpression, Node } from 'typescript/unstable/ast';
import { evaluate } from './evaluate.ts';
import type { Frame } from './frames.ts';
import type { Run } from './run.ts';
import { keyOf, plain, stringOf, unknown } from './values.ts';
import type { Value } from './values.ts';

const isUnknownLiteral = (value: Value): boolean => value.kind === 'unknown';

/** A value as JavaScript has it, where it is one of those that can be compared. */
function scalarOf(value: Value): { value: unknown } | null {
  if (value.kind === 'plain') return { value: value.value };
  return value.kind === 'text' ? { value: stringOf(value.pieces) } : null;
}

/** `left OPERATOR right`. `wanted`: it is the condition under which the walk goes on. */
export function evaluateBinary(
  run: Run,
  node: BinaryExpression,
  frame: Frame,
  wanted?: boolean,
): Value {
  const { left, right } = node;
  const { kind } = node.operatorToken;
  const isNot = kind === SyntaxKind.ExclamationEqualsEqualsToken;
  if (isNot) return plain(!isSame(run, node, frame, wanted === undefined ? wanted : !wanted));
  if (kind === SyntaxKind.EqualsEqualsEqualsToken) return plain(isSame(run, node, frame, wanted));
  if (kind === SyntaxKind.EqualsToken) return assign(run, left, evaluate(run, right, frame), frame);
  if (kind === SyntaxKind.InKeyword) return isIn(run, node, frame, wanted);
  const goesOn = SHORT[kind];
  if (goesOn === undefined) return evaluateArithmetic(run, node, frame, wanted);
  const value = evaluate(run, left, frame);
  return goesOn(run, value, left) ? evaluate(run, right, frame) : run.known(value);
}

/** Operators whose right side counts only for some values of the left one. */
const SHORT: Readonly<
  Partial<Record<SyntaxKind, (run: Run, value: Value, node: Node) => boolean>>
> = {
  [SyntaxKind.AmpersandAmpersandToken]: (run, value, node) => run.holds(value, node),
  [SyntaxKind.BarBarToken]: (run, value, node) => !run.holds(value, node),
  [SyntaxKind.QuestionQuestionToken]: (run, value, node) => run.isAbsent(value, node),
};

function assign(run: Run, left: Node, value: Value, frame: Frame): Value {
  if (!isIdentifier(left)) return value;
  const declaration = run.sources.declarationOf(left);
  const owner = declaration && frame.ownerOf(declaration);
  if (declaration && owner) owner.values.set(declaration, value);
  return value;
}

function isSame(run: Run, node: BinaryExpression, frame: Frame, wanted?: boolean): boolean {
  let left = comparable(run, node.left, frame);
  let right = comparable(run, node.right, frame);
  for (const [one, other, side] of [
    [left, right, node.left],
    [right, left, node.right],
  ] as const) {
    if (one.kind !== 'unknown') continue;
    if (other.kind === 'plain' && (other.value === null || other.value === undefined))
      return run.isAbsent(one, side, wanted);
    if (other.kind === 'unknown' || wanted !== undefined) continue;
    const member = run.member(one, side);
    if (member === null) continue;
    if (one === left) left = member;
    else right = member;
  }
  const known = [scalarOf(left), scalarOf(right)] as const;
  if (known[0] !== null && known[1] !== null) return known[0].value === known[1].value;
  if (![left, right].some(isUnknownLiteral)) return keyOf(left) === keyOf(right);
  const is = run.decide(`${keyOf(left)} === ${keyOf(right)}`, node, wanted, false);
  if (is && left.kind === 'unknown' && right.kind !== 'unknown') run.facts.set(left.key, right);
  return is;
}

function comparable(run: Run, node: Node, frame: Frame): Value {
  if (isTypeOfExpression(node)) return evaluateTypeOf(run, node.expression, frame);
  if (isIdentifier(node) && node.text === 'undefined') return plain(undefined);
  const value = evaluate(run, node, frame);
  return value.kind === 'unknown' && run.sources.carriesSql(node) ? run.tryForced(value) : value;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  text: 'string',
  function: 'function',
  native: 'function',
};

function evaluateTypeOf(run: Run, node: Node, frame: Frame): Value {
  const value = comparable(run, node, frame);
  if (value.kind === 'unknown') return unknown(`typeof ${value.key}`);
  const name = value.kind === 'plain' ? typeof value.value : (TYPE_NAMES[value.kind] ?? 'object');
  return {
    kind: 'text',
    pieces: [{ text: name, at: { file: node.getSourceFile(), offset: node.pos } }],
  };
}

function isIn(run: Run, node: BinaryExpression, frame: Frame, wanted?: boolean): Value {
  const record = run.tryForced(evaluate(run, node.right, frame));
  let name = evaluate(run, node.left, frame);
  if (name.kind === 'unknown' && wanted === undefined) name = run.member(name, node.left) ?? name;
  if (record.kind === 'record' && record.rest === null && name.kind === 'text')
    return plain(record.entries.has(stringOf(name.pieces)));
  return plain(run.decide(`${keyOf(name)} in ${keyOf(record)}`, node, wanted));
}

function evaluateArithmetic(
  run: Run,
  node: BinaryExpression,
  frame: Frame,
  wanted?: boolean,
): Value {
  const left = evaluate(run, node.left, frame);
  const right = evaluate(run, node.right, frame);
  const kind = node.operatorToken.kind;
  if (kind === SyntaxKind.PlusToken && left.kind === 'text' && right.kind === 'text')
    return { kind: 'text', pieces: [...left.pieces, ...right.pieces] };
  const known = [scalarOf(left)?.value, scalarOf(right)?.value];
  const compute = ARITHMETIC[kind];
  if (compute && typeof known[0] === 'number' && typeof known[1] === 'number')
    return plain(compute(known[0], known[1]));
  const key = `${keyOf(left)} ${SyntaxKind[kind]} ${keyOf(right)}`;
  return COMPARISONS.has(kind) ? plain(run.decide(key, node, wanted)) : unknown(key);
}

const ARITHMETIC: Readonly<
  Partial<Record<SyntaxKind, (a: number, b: number) => number | boolean>>
> = {
  [SyntaxKind.PlusToken]: (a, b) => a + b,
  [SyntaxKind.MinusToken]: (a, b) => a - b,
  [SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [SyntaxKind.SlashToken]: (a, b) => a / b,
  [SyntaxKind.PercentToken]: (a, b) => a % b,
  [SyntaxKind.LessThanToken]: (a, b) => a < b,
  [SyntaxKind.LessThanEqualsToken]: (a, b) => a <= b,
  [SyntaxKind.GreaterThanToken]: (a, b) => a > b,
  [SyntaxKind.GreaterThanEqualsToken]: (a, b) => a >= b,
};

const COMPARISONS = new Set<SyntaxKind>([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.InstanceOfKeyword,
]);
