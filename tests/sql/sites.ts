import {
  SyntaxKind,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCaseClause,
  isClassDeclaration,
  isConditionalExpression,
  isDefaultClause,
  isDoStatement,
  isForOfStatement,
  isForStatement,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isMethodDeclaration,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSwitchStatement,
  isVariableDeclaration,
  isWhileStatement,
} from 'typescript/unstable/ast';
import type { CallExpression, Node, SwitchStatement } from 'typescript/unstable/ast';
import { evaluate, evaluateCondition } from './evaluate.ts';
import { clauseOf, execute, hasEffect, hasEnd, roundOf } from './execute.ts';
import { Frame, isFunction } from './frames.ts';
import type { Site } from './frames.ts';
import { argumentsOf } from './calls.ts';
import { oneOf } from './methods.ts';
import type { Run } from './run.ts';
import { DeadEnd, Unresolved, plain } from './values.ts';

/** More callers of callers than this is a circle. */
const DEEPEST = 12;

/**
 * The frame in which an expression of the sources stands, reached from the outermost function inwards: what stands before
 * it was carried out, the conditions around it hold. `key` tells apart the ways by which one place is reached.
 */
export function frameAt(
  run: Run,
  target: Node,
  key: string,
  sites: ReadonlyMap<Node, Site> = new Map(),
): Frame {
  if (key.split('<').length > DEEPEST) throw new DeadEnd('callers in a circle');
  const name = `${key}@${target.getSourceFile().fileName}${target.pos}`;
  const known = run.frames.get(name);
  if (known) return known;
  let frame = run.moduleOf(target);
  const path = pathTo(target);
  for (const [at, node] of path.entries()) {
    const next = path[at + 1];
    if (next === undefined) break;
    if (isFunction(node)) {
      frame = new Frame(node, frame, `${key}${node.pos}>`);
      run.entered.add(node);
      frame.site = sites.get(node) ?? null;
    } else frame = stepInto(run, node, next, frame);
  }
  run.frames.set(name, frame);
  return frame;
}

function pathTo(target: Node): Node[] {
  const path = [target];
  for (let node = target; !isSourceFile(node); node = node.parent) path.unshift(node.parent);
  return path;
}

/** Goes one step inwards, from `node` to its part `next`. */
function stepInto(run: Run, node: Node, next: Node, frame: Frame): Frame {
  if (isBlock(node) || isCaseClause(node) || isDefaultClause(node))
    for (const statement of node.statements) {
      if (statement === next) break;
      prepare(run, statement, frame);
    }
  else if (isIfStatement(node) && next !== node.expression)
    evaluateCondition(run, node.expression, frame, next === node.thenStatement);
  else if (isConditionalExpression(node) && next !== node.condition)
    evaluateCondition(run, node.condition, frame, next === node.whenTrue);
  else if (isBinaryExpression(node) && next === node.right) assumeLeft(run, node, frame);
  else if (isAnotherRound(node, next) && isLater(run, node, frame)) execute(run, next, frame);
  else if (isSwitchStatement(node) && next === node.caseBlock) return frame;
  else if (isForOfStatement(node) && next === node.statement) {
    const list = evaluate(run, node.expression, frame);
    const item = oneOf(run, list, `${frame.key}${node.pos}`, node.expression);
    return roundOf(node, frame, item, 0);
  }
  if ((isCaseClause(next) || isDefaultClause(next)) && isSwitchStatement(node.parent))
    enterClause(run, node.parent, next, frame);
  return frame;
}

/** The body of a loop that goes on until something that only the running server knows. */
const isAnotherRound = (node: Node, next: Node): boolean =>
  (isForStatement(node) || isWhileStatement(node) || isDoStatement(node)) &&
  next === node.statement;

/** Whether it is a later round of a loop that changes what it works with. */
const isLater = (run: Run, node: Node, frame: Frame): boolean =>
  hasEffect(run, node) &&
  run.choices.pick(`${frame.key}${node.pos} round`, ['the first round', 'a later round']) === 1;

function assumeLeft(run: Run, node: Node, frame: Frame): void {
  if (!isBinaryExpression(node)) return;
  const { kind } = node.operatorToken;
  if (kind === SyntaxKind.AmpersandAmpersandToken) evaluateCondition(run, node.left, frame, true);
  if (kind === SyntaxKind.BarBarToken) evaluateCondition(run, node.left, frame, false);
}

function enterClause(run: Run, node: SwitchStatement, clause: Node, frame: Frame): void {
  if (clauseOf(run, node, frame) !== [...node.caseBlock.clauses].findIndex((one) => one === clause))
    throw new DeadEnd('another clause');
}

/** A statement before the one that matters: what it changes counts, and it did not end the function. */
function prepare(run: Run, statement: Node, frame: Frame): void {
  if (hasEffect(run, statement)) {
    if (execute(run, statement, frame) !== null) throw new DeadEnd('ends before');
  } else if (isIfStatement(statement) && hasEnd(statement) && statement.elseStatement === undefined)
    evaluateCondition(run, statement.expression, frame, false);
}

/** Where the arguments of a function that the walk began in come from: one of its callers. */
export function siteOf(run: Run, frame: Frame): Site {
  const fn = frame.owner;
  const sites = callersOf(run, fn, frame);
  const labels = sites.map(({ from }) => `called at ${run.sources.placeOfNode(from)}`);
  const site = sites[run.choices.pick(`${frame.key}callers`, labels)];
  if (site === undefined) throw new Unresolved(fn, 'nobody is seen to call this function');
  return site.site;
}

interface Caller {
  readonly from: Node;
  readonly site: Site;
}

function callersOf(run: Run, fn: Node, frame: Frame): Caller[] {
  const { parent } = fn;
  if (isCallExpression(parent))
    return handedTo(run, fn, parent, frame.parent ?? run.moduleOf(fn), frame.key);
  const declaration = isVariableDeclaration(parent) ? parent : fn;
  const isNamed = isFunctionDeclaration(fn) || isVariableDeclaration(parent);
  const name = isNamed ? (declaration as { name?: Node }).name?.getText() : undefined;
  if (name !== undefined)
    return run.sources.usesOf(declaration, name).flatMap((use) => callersBy(run, use, frame.key));
  if (isMethodDeclaration(fn) && isClassDeclaration(parent))
    return callsAs(run, run.sources.usesOf(fn, fn.name.getText()), frame.key);
  const member = isPropertyAssignment(parent)
    ? parent.name
    : isMethodDeclaration(fn)
      ? fn.name
      : null;
  return member === null ? [] : callsAs(run, run.sources.named(member.getText()), frame.key);
}

/** Calls of members. */
function callsAs(run: Run, uses: readonly Node[], key: string): Caller[] {
  return uses.flatMap((use) => {
    const { parent } = use;
    const call = parent.parent;
    const isCalled =
      isPropertyAccessExpression(parent) && isCallExpression(call) && call.expression === parent;
    return isCalled ? [callAt(run, call, key)] : [];
  });
}

function callersBy(run: Run, use: Node, key: string): Caller[] {
  const { parent } = use;
  if (isCallExpression(parent)) {
    if (parent.expression === use) return [callAt(run, parent, key)];
    return handedTo(run, use, parent, null, key);
  }
  if (isPropertyAssignment(parent) || isShorthandPropertyAssignment(parent))
    return callsAs(run, run.sources.named(parent.name.getText()), key);
  return [];
}

function callAt(
  run: Run,
  call: CallExpression,
  key: string,
  sites?: ReadonlyMap<Node, Site>,
): Caller {
  const site: Site = (index) => {
    const frame = frameAt(run, call, `${key}<${call.pos}`, sites);
    return argumentsOf(run, call, frame)[index] ?? plain(undefined);
  };
  return { from: call, site };
}

/** A function that is handed to another one: called by that, wherever it calls its parameter. */
function handedTo(
  run: Run,
  fn: Node,
  call: CallExpression,
  given: Frame | null,
  key: string,
): Caller[] {
  const index = [...call.arguments].findIndex((argument) => argument === fn);
  const outer = (): Frame => given ?? frameAt(run, call, `${key}<${call.pos}`);
  const { expression: callee } = call;
  if (isPropertyAccessExpression(callee) && run.sources.isList(callee.expression)) {
    const item: Site = (at) => {
      if (at > 0) return plain(0);
      const list = evaluate(run, callee.expression, outer());
      return oneOf(run, list, `${key}${call.pos}`, callee.expression);
    };
    return [{ from: call, site: item }];
  }
  const name = isPropertyAccessExpression(callee) ? callee.name : callee;
  const taker = isIdentifier(name) ? run.sources.declarationOf(name) : undefined;
  const body = taker && isVariableDeclaration(taker) ? taker.initializer : taker;
  if (body === undefined || !isFunction(body)) return [];
  const parameter = (body as unknown as { parameters: readonly Node[] }).parameters[index];
  if (parameter === undefined || !isParameterDeclaration(parameter)) return [];
  const arguments_: Site = (at) => argumentsOf(run, call, outer())[at] ?? plain(undefined);
  return run.sources
    .usesOf(parameter, parameter.name.getText())
    .filter((use) => isCallExpression(use.parent) && use.parent.expression === use)
    .map((use) => callAt(run, use.parent as CallExpression, key, new Map([[body, arguments_]])));
}
