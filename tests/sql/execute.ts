import {
  SyntaxKind,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCaseClause,
  isExpressionStatement,
  isForOfStatement,
  isIfStatement,
  isPropertyAccessExpression,
  isReturnStatement,
  isSwitchStatement,
  isThrowStatement,
  isTryStatement,
  isVariableDeclarationList,
} from 'typescript/unstable/ast';
import type {
  ForOfStatement,
  IfStatement,
  Node,
  SwitchStatement,
  WhileStatement,
} from 'typescript/unstable/ast';
import { evaluate, evaluateCondition, itemsOf } from './evaluate.ts';
import { Frame, isFunction } from './frames.ts';
import type { Run } from './run.ts';
import { DeadEnd, keyOf, plain } from './values.ts';
import type { Value } from './values.ts';

/** How a statement ends, when not by going on with the next. */
export type End =
  | { readonly kind: 'return'; readonly value: Value }
  | { readonly kind: 'break' }
  | null;

const stop: End = { kind: 'break' };

/** Carries a statement out. An error that it throws is a dead end: then nothing is sent. */
export function execute(run: Run, node: Node, frame: Frame): End {
  if (isBlock(node)) return executeAll(run, node.statements, frame);
  if (isReturnStatement(node)) {
    const value = node.expression ? evaluate(run, node.expression, frame) : plain(undefined);
    return { kind: 'return', value };
  }
  if (isIfStatement(node)) return executeIf(run, node, frame);
  if (isSwitchStatement(node)) return executeSwitch(run, node, frame);
  if (isForOfStatement(node)) return executeForOf(run, node, frame);
  if (isThrowStatement(node)) throw new DeadEnd('throws');
  if (isTryStatement(node)) return execute(run, node.tryBlock, frame);
  if (isExpressionStatement(node)) {
    if (hasEffect(run, node)) run.tryForced(evaluate(run, node.expression, frame));
    return null;
  }
  if (node.kind === SyntaxKind.BreakStatement || node.kind === SyntaxKind.ContinueStatement)
    return stop;
  // A loop that only the running server ends is gone through once.
  const { statement } = node as Partial<WhileStatement>;
  if (statement !== undefined) execute(run, statement, frame);
  return null;
}

function executeAll(run: Run, statements: Iterable<Node>, frame: Frame): End {
  for (const statement of statements) {
    const end = execute(run, statement, frame);
    if (end !== null) return end;
  }
  return null;
}

function executeIf(run: Run, node: IfStatement, frame: Frame): End {
  if (!isWorthIt(run, node)) return null;
  const isError = node.elseStatement === undefined && throws(node.thenStatement);
  if (evaluateCondition(run, node.expression, frame, isError ? false : undefined))
    return execute(run, node.thenStatement, frame);
  return node.elseStatement ? execute(run, node.elseStatement, frame) : null;
}

const throws = (node: Node): boolean =>
  isThrowStatement(node) ||
  (isBlock(node) && node.statements.some((inner) => isThrowStatement(inner)));

function executeSwitch(run: Run, node: SwitchStatement, frame: Frame): End {
  const clauses = [...node.caseBlock.clauses];
  const at = clauseOf(run, node, frame);
  if (at < 0) return null;
  for (const clause of clauses.slice(at)) {
    const end = executeAll(run, clause.statements, frame);
    if (end !== null) return end.kind === 'break' ? null : end;
  }
  return null;
}

/** Which clause a switch goes to; -1: none. */
export function clauseOf(run: Run, node: SwitchStatement, frame: Frame): number {
  const clauses = [...node.caseBlock.clauses];
  const otherwise = clauses.findIndex((clause) => !isCaseClause(clause));
  let value = evaluate(run, node.expression, frame);
  if (value.kind === 'unknown') value = run.member(value, node.expression) ?? run.forced(value);
  const labels = clauses.map((clause) =>
    isCaseClause(clause) ? evaluate(run, clause.expression, frame) : null,
  );
  if (value.kind !== 'unknown') {
    const key = keyOf(value);
    const at = labels.findIndex((label) => label !== null && keyOf(label) === key);
    return at < 0 ? otherwise : at;
  }
  const at = run.choices.pick(
    value.key,
    labels.map((label) => (label ? keyOf(label) : 'default')),
  );
  const label = labels[at];
  if (label) run.facts.set(value.key, label);
  return at;
}

function executeForOf(run: Run, node: ForOfStatement, frame: Frame): End {
  if (!isWorthIt(run, node)) return null;
  const items = [...itemsOf(run, evaluate(run, node.expression, frame), node.expression)];
  for (const [at, item] of items.entries()) {
    const end = execute(run, node.statement, roundOf(node, frame, item, at));
    if (end?.kind === 'return') return end;
  }
  return null;
}

/** The frame of one round of a loop over `item`. */
export function roundOf(node: ForOfStatement, frame: Frame, item: Value, at: number): Frame {
  const round = new Frame(node, frame, `${frame.key}${node.pos}.${at}>`, []);
  if (isVariableDeclarationList(node.initializer)) {
    const [declaration] = node.initializer.declarations;
    if (declaration) round.values.set(declaration, item);
  }
  return round;
}

const CHANGES = new Set(['push', 'unshift', 'set', 'add', 'forEach']);
const effects = new WeakMap<Node, boolean>();

/** Whether carrying it out may change a list or a name. */
export function hasEffect(run: Run, node: Node): boolean {
  return found(effects, node, (inner) => {
    if (isBinaryExpression(inner)) {
      const { kind } = inner.operatorToken;
      return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
    }
    if (!isCallExpression(inner)) return false;
    const { expression: callee } = inner;
    if (isPropertyAccessExpression(callee)) return CHANGES.has(callee.name.text);
    // A function that is handed a fragment and whose answer nobody wants puts it somewhere.
    const isAlone = isExpressionStatement(inner.parent);
    return isAlone && inner.arguments.some((argument) => run.sources.carriesSql(argument));
  });
}

const ends = new WeakMap<Node, boolean>();

/** Whether it may end the function. */
export function hasEnd(node: Node): boolean {
  return found(
    ends,
    node,
    (inner) =>
      isReturnStatement(inner) ||
      isThrowStatement(inner) ||
      inner.kind === SyntaxKind.BreakStatement ||
      inner.kind === SyntaxKind.ContinueStatement,
  );
}

const isWorthIt = (run: Run, node: Node): boolean => hasEffect(run, node) || hasEnd(node);

function found(seen: WeakMap<Node, boolean>, node: Node, is: (node: Node) => boolean): boolean {
  const known = seen.get(node);
  if (known !== undefined) return known;
  let isFound = is(node);
  if (!isFound)
    node.forEachChild((child) => {
      isFound ||= !isFunction(child) && found(seen, child, is);
    });
  seen.set(node, isFound);
  return isFound;
}
