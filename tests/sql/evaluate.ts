import {
  SyntaxKind,
  isArrayLiteralExpression,
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isComputedPropertyName,
  isConditionalExpression,
  isElementAccessExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isMethodDeclaration,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast';
import type {
  ArrayLiteralExpression,
  AwaitExpression,
  Node,
  ObjectLiteralExpression,
  PrefixUnaryExpression,
  PropertyName,
  RegularExpressionLiteral,
} from 'typescript/unstable/ast';
import { evaluateCall, evaluateNew } from './calls.ts';
import { evaluateFragment, evaluateTemplate } from './fragments.ts';
import { isFunction } from './frames.ts';
import type { Frame } from './frames.ts';
import { elementOf, memberOf } from './members.ts';
import { lookUp } from './names.ts';
import { evaluateBinary } from './operators.ts';
import type { Run } from './run.ts';
import { keyOf, plain, stringOf, textAt, unknown } from './values.ts';
import type { List, Unknown, Value } from './values.ts';

/** What an expression is, in the frame of its function. */
export function evaluate(run: Run, node: Node, frame: Frame): Value {
  if (isIdentifier(node)) return run.known(lookUp(run, node, frame));
  if (isTaggedTemplateExpression(node)) return evaluateFragment(run, node, frame);
  if (isCallExpression(node)) return evaluateCall(run, node, frame);
  if (isPropertyAccessExpression(node))
    return run.known(memberOf(run, evaluate(run, node.expression, frame), node.name.text, node));
  if (isElementAccessExpression(node)) {
    const index = evaluate(run, node.argumentExpression, frame);
    return run.known(elementOf(run, evaluate(run, node.expression, frame), index, node));
  }
  if (isTemplateExpression(node)) return evaluateTemplate(run, node, frame);
  if (isConditionalExpression(node)) {
    const isTrue = evaluateCondition(run, node.condition, frame);
    return evaluate(run, isTrue ? node.whenTrue : node.whenFalse, frame);
  }
  if (isBinaryExpression(node)) return evaluateBinary(run, node, frame);
  if (isObjectLiteralExpression(node)) return evaluateRecord(run, node, frame);
  if (isArrayLiteralExpression(node)) return evaluateList(run, node, frame);
  if (isNewExpression(node)) return evaluateNew(run, node, frame);
  if (isFunction(node)) return { kind: 'function', node, frame };
  return evaluateSimple(run, node, frame);
}

/** Literals, and what stands around an expression without changing it. */
function evaluateSimple(run: Run, node: Node, frame: Frame): Value {
  if (isStringLiteral(node)) return textAt(node.text, node, 1);
  if (isNumericLiteral(node)) return plain(Number(node.text.replaceAll('_', '')));
  if (isPrefixUnaryExpression(node)) return evaluatePrefix(run, node, frame);
  const constant = CONSTANTS.get(node.kind);
  if (constant !== undefined) return constant;
  if (isNoSubstitutionTemplateLiteral(node)) return evaluateTemplate(run, node, frame);
  if (isRegularExpressionLiteral(node)) return plain(regularExpression(node));
  if (isAwaitExpression(node)) {
    const value = evaluate(run, node.expression, frame);
    return value.kind === 'unknown' ? { ...value, node } : value;
  }
  if (WRAPPERS.has(node.kind)) return evaluate(run, (node as AwaitExpression).expression, frame);
  return unknown(`${frame.key}${node.pos}#${node.getText().slice(0, 40)}`);
}

const CONSTANTS: ReadonlyMap<SyntaxKind, Value> = new Map([
  [SyntaxKind.TrueKeyword, plain(true)],
  [SyntaxKind.FalseKeyword, plain(false)],
  [SyntaxKind.NullKeyword, plain(null)],
]);

const WRAPPERS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
  SyntaxKind.NonNullExpression,
]);

function regularExpression({ text }: RegularExpressionLiteral): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

function evaluatePrefix(run: Run, node: PrefixUnaryExpression, frame: Frame): Value {
  if (node.operator === SyntaxKind.ExclamationToken)
    return plain(!evaluateCondition(run, node.operand, frame));
  const value = evaluate(run, node.operand, frame);
  if (value.kind !== 'plain' || node.operator !== SyntaxKind.MinusToken)
    return unknown(`${SyntaxKind[node.operator]}${keyOf(value)}`);
  return plain(-Number(value.value));
}

function evaluateList(run: Run, node: ArrayLiteralExpression, frame: Frame): Value {
  const items: Value[] = [];
  let isOpen = false;
  for (const element of node.elements)
    if (isSpreadElement(element)) {
      const spread = listOf(run, evaluate(run, element.expression, frame), element.expression);
      items.push(...spread.items);
      isOpen ||= spread.isOpen === true;
    } else items.push(evaluate(run, element, frame));
  return { kind: 'list', items, isOpen };
}

/** A value as a list; of an unknown one a single item that stands for all. */
export function listOf(run: Run, value: Value, node: Node): List {
  const list = value.kind === 'unknown' && run.sources.carriesSql(node) ? run.forced(value) : value;
  if (list.kind === 'list') return list;
  if (list.kind !== 'map')
    return { kind: 'list', items: [unknown(`${keyOf(list)}[]`)], isOpen: true };
  const items = [...list.items.values()].map((pair): Value => ({ kind: 'list', items: pair }));
  return { kind: 'list', items, isOpen: list.isOpen ?? false };
}

export const itemsOf = (run: Run, value: Value, node: Node): Value[] =>
  listOf(run, value, node).items;

function evaluateRecord(run: Run, node: ObjectLiteralExpression, frame: Frame): Value {
  const entries = new Map<string, () => Value>();
  let rest: Unknown | null = null;
  for (const property of node.properties) {
    if (isSpreadAssignment(property)) {
      const spread = spreadOf(run, property.expression, frame);
      if (spread.kind === 'record') {
        for (const [name, value] of spread.entries) entries.set(name, value);
        rest = spread.rest ?? rest;
      } else if (spread.kind === 'unknown') rest = spread;
    } else if (isPropertyAssignment(property))
      entries.set(
        nameOf(run, property.name, frame),
        once(() => evaluate(run, property.initializer, frame)),
      );
    else if (isShorthandPropertyAssignment(property))
      entries.set(property.name.getText(), () => lookUp(run, property.name, frame));
    else if (isMethodDeclaration(property))
      entries.set(nameOf(run, property.name, frame), () => ({
        kind: 'function',
        node: property,
        frame,
      }));
  }
  return { kind: 'record', entries, rest };
}

const spreadOf = (run: Run, node: Node, frame: Frame): Value => {
  const value = evaluate(run, node, frame);
  return value.kind === 'unknown' && run.sources.carriesSql(node) ? run.forced(value) : value;
};

function nameOf(run: Run, name: PropertyName, frame: Frame): string {
  if (isComputedPropertyName(name)) {
    const value = evaluate(run, name.expression, frame);
    return value.kind === 'text' ? stringOf(value.pieces) : keyOf(value);
  }
  return name.getText().replaceAll(/^['"`]|['"`]$/g, '');
}

function once(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}

/** Whether an expression holds, as a condition. See `Run.holds`. */
export function evaluateCondition(run: Run, node: Node, frame: Frame, wanted?: boolean): boolean {
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return !evaluateCondition(run, node.operand, frame, wanted === undefined ? wanted : !wanted);
  if (node.kind === SyntaxKind.ParenthesizedExpression)
    return evaluateCondition(run, (node as AwaitExpression).expression, frame, wanted);
  if (isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    const isAnd = kind === SyntaxKind.AmpersandAmpersandToken;
    if (isAnd || kind === SyntaxKind.BarBarToken) {
      // Both sides of an "and" that holds hold; of one that does not, the right one alone is assumed not to.
      const left = evaluateCondition(run, node.left, frame, wanted === isAnd ? isAnd : undefined);
      return left === isAnd ? evaluateCondition(run, node.right, frame, wanted) : left;
    }
    return run.holds(evaluateBinary(run, node, frame, wanted), node, wanted);
  }
  return run.holds(evaluate(run, node, frame), node, wanted);
}
