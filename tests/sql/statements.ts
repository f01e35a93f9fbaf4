import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast';
import type { CallExpression, Node, TypeNode } from 'typescript/unstable/ast';
import { Choices, goEveryWay } from './choices.ts';
import { evaluate } from './evaluate.ts';
import { frameAt } from './sites.ts';
import { Run } from './run.ts';
import type { Sources } from './sources.ts';
import { DeadEnd, Unresolved } from './values.ts';
import type { Parameter, Piece, Value } from './values.ts';

/** One text that the server can send, and where. */
export interface Statement {
  /** The call that sends it. */
  readonly call: CallExpression;
  readonly pieces: readonly (Piece | Parameter)[];
  /** What was decided to get this text: empty for the first. */
  readonly variant: string;
  /** Whether drizzle sends it, or `pg` itself. */
  readonly isDrizzle: boolean;
  readonly rowType: TypeNode | undefined;
}

/** A statement that the sources don't tell. */
export interface Riddle {
  readonly node: Node;
  readonly call: CallExpression;
  readonly why: string;
}

export interface Expansion {
  readonly statements: Statement[];
  readonly riddles: Riddle[];
  /** Every fragment that came up. */
  readonly fragments: Set<Node>;
  readonly calls: CallExpression[];
  readonly ways: number;
}

/** The calls that send a statement: drizzle's `execute`, and `query` of `pg`. */
export function sendersOf(sources: Sources): CallExpression[] {
  const calls: CallExpression[] = [];
  for (const file of sources.files)
    sources.walk(file, (node) => {
      if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return;
      const { text } = node.expression.name;
      if (text !== 'execute' && text !== 'query') return;
      const path = sources.declarationOf(node.expression.name)?.getSourceFile().fileName ?? '';
      if (path.includes('node_modules/drizzle-orm/') || path.includes('node_modules/@types/pg/'))
        calls.push(node);
    });
  return calls;
}

/** Every statement that these calls can send. */
export function expand(sources: Sources, calls: readonly CallExpression[]): Expansion {
  const expansion: Expansion = {
    statements: [],
    riddles: [],
    fragments: new Set(),
    calls: [...calls],
    ways: 0,
  };
  for (const call of calls) expandCall(sources, call, expansion);
  return expansion;
}

function expandCall(sources: Sources, call: CallExpression, expansion: Expansion): void {
  const isDrizzle = (call.expression as { name?: { text: string } }).name?.text === 'execute';
  const texts = new Set<string>();
  const riddles = new Set<string>();
  const isDone = goEveryWay((choices) => {
    const run = new Run(sources, choices);
    try {
      const { pieces } = sentBy(run, call);
      for (const fragment of run.fragments) expansion.fragments.add(fragment);
      const text = pieces.map((piece) => ('text' in piece ? piece.text : '$')).join('');
      if (!texts.has(text)) {
        texts.add(text);
        const variant = [...choices.labels.values()].join(', ');
        expansion.statements.push({ call, pieces, variant, isDrizzle, rowType: call.typeArguments?.[0] });
      }
      return true;
    } catch (error) {
      if (error instanceof DeadEnd) return false;
      if (!(error instanceof Unresolved)) throw error;
      const key = `${error.node.pos}${error.message}`;
      if (!riddles.has(key)) expansion.riddles.push({ node: error.node, call, why: error.message });
      riddles.add(key);
      return false;
    }
  });
  if (!isDone) expansion.riddles.push({ node: call, call, why: 'there are too many ways to this statement' });
  else if (texts.size === 0 && riddles.size === 0)
    expansion.riddles.push({ node: call, call, why: 'no way through the sources comes here' });
}

function sentBy(run: Run, call: CallExpression): { pieces: readonly (Piece | Parameter)[] } {
  const [given] = call.arguments;
  if (given === undefined) throw new Unresolved(call, 'nothing is sent');
  const frame = frameAt(run, given, '');
  const value: Value = run.forced(evaluate(run, given, frame));
  if (value.kind === 'sql') return value;
  if (value.kind === 'text') return value;
  const text = run.textOf(value, given);
  return { pieces: [{ text, at: { file: given.getSourceFile(), offset: given.getStart() } }] };
}

export { Choices };
