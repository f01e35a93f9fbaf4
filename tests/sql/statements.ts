import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast';
import type { CallExpression, Node, TypeNode } from 'typescript/unstable/ast';
import { goByLot, goEveryWay } from './choices.ts';
import type { Choices } from './choices.ts';
import { evaluate } from './evaluate.ts';
import { isFunction } from './frames.ts';
import { frameAt } from './sites.ts';
import { Run } from './run.ts';
import type { Sources } from './sources.ts';
import { DeadEnd, Unresolved } from './values.ts';
import type { Parameter, Piece } from './values.ts';

/** One text that the server can send, and where. */
export interface Statement {
  /** The expression that is sent. */
  readonly sent: Node;
  readonly pieces: readonly (Piece | Parameter)[];
  /** What was decided to get this text: empty for the first. */
  readonly variant: string;
  /** Whether drizzle sends it, or `pg` itself. */
  readonly isDrizzle: boolean;
  readonly rowType: TypeNode | undefined;
}

/** A statement that the sources don't tell. */
export interface Riddle {
  readonly sent: Node;
  readonly node: Node;
  readonly why: string;
}

/** Something that sends a statement. */
interface Sender {
  readonly sent: Node;
  readonly isDrizzle: boolean;
  readonly rowType: TypeNode | undefined;
  /** A fragment that drizzle's builder is handed as a value: it stands alone. */
  readonly isValue: boolean;
}

/** Every statement that the sources can send. */
export interface Expansion {
  readonly statements: Statement[];
  readonly riddles: Riddle[];
  /** Fragments that no way came by. */
  readonly unseen: readonly Node[];
  readonly senders: number;
}

const isFrom = (sources: Sources, name: Node, folders: readonly string[]): boolean => {
  const path = sources.declarationOf(name)?.getSourceFile().fileName ?? '';
  return folders.some((folder) => path.includes(`node_modules/${folder}/`));
};

const isFragment = (node: Node): boolean =>
  isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql';

function functionAround(node: Node): Node | undefined {
  let at: Node | undefined = node.parent;
  while (at !== undefined && !isFunction(at)) at = at.parent;
  return at;
}

/** A call of drizzle's `execute`, or of `query` of `pg`; or a value that drizzle's builder writes. */
function senderOf(sources: Sources, node: Node): Sender | null {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null;
  const { name } = node.expression;
  const isDrizzle = name.text === 'execute';
  if (!isDrizzle && name.text !== 'query') return null;
  if (!isFrom(sources, name, ['drizzle-orm', '@types/pg'])) return null;
  const [given] = node.arguments;
  if (given === undefined) return null;
  // What `pg` is handed for a `copy` is made of the statement's text.
  const isMade = isCallExpression(given) && given.expression.getText() === 'copyFrom';
  const sent = (isMade ? given.arguments[0] : undefined) ?? given;
  return { sent, isDrizzle, rowType: node.typeArguments?.[0], isValue: false };
}

const WRITERS = new Set(['set', 'values']);

function callsAround(node: Node): CallExpression[] {
  const calls: CallExpression[] = [];
  for (let at: Node | undefined = node.parent; at !== undefined; at = at.parent)
    if (isCallExpression(at)) calls.push(at);
  return calls;
}

/** A fragment that stands among the values of an `insert` or `update` of drizzle's builder. */
function valueOf(sources: Sources, node: Node): Sender | null {
  if (!isFragment(node)) return null;
  const writer = callsAround(node).find(
    ({ expression }) => isPropertyAccessExpression(expression) && WRITERS.has(expression.name.text),
  );
  if (writer === undefined || !isPropertyAccessExpression(writer.expression)) return null;
  if (!isFrom(sources, writer.expression.name, ['drizzle-orm'])) return null;
  return { sent: node, isDrizzle: true, rowType: undefined, isValue: true };
}

/** Two answers about the same thing go together: how a condition compares, and what. */
const areSiblings = (one: string, other: string): boolean => {
  const dot = one.lastIndexOf('.');
  return dot > 0 && other.lastIndexOf('.') === dot && other.startsWith(one.slice(0, dot));
};

/** Ways by lot through a statement where something was left out. */
const LOTS = 400;

/** Reads the statements out of the sources, until every fragment has come up. */
export class Reading {
  readonly #sources: Sources;
  /** Fragments that no way came by yet, with the function that each stands in. */
  readonly #unseen = new Map<Node, Node | undefined>();
  readonly #pairs = new Set<string>();
  readonly #texts = new Map<Sender, Set<string>>();
  readonly #statements: Statement[] = [];
  readonly #riddles: Riddle[] = [];

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** `only`: files whose name has this in it. */
  read(only = ''): Expansion {
    const senders: Sender[] = [];
    for (const file of this.#sources.files)
      if (file.fileName.includes(only))
        this.#sources.walk(file, (node) => {
          const sender = senderOf(this.#sources, node) ?? valueOf(this.#sources, node);
          if (sender !== null) senders.push(sender);
          if (isFragment(node)) this.#unseen.set(node, functionAround(node));
        });
    const entered = senders.map((sender) => this.#readEveryWay(sender));
    for (const [at, sender] of senders.entries()) this.#readByLot(sender, entered[at] ?? new Set());
    return {
      statements: this.#statements,
      riddles: this.#riddles,
      unseen: [...this.#unseen.keys()],
      senders: senders.length,
    };
  }

  /** Whether a fragment was left out in one of these functions, or in one of the sender's file that no way came to. */
  #isNeeded({ sent }: Sender, entered: ReadonlySet<Node>): boolean {
    const file = sent.getSourceFile();
    for (const [node, fn] of this.#unseen)
      if (fn !== undefined && (entered.has(fn) || node.getSourceFile() === file)) return true;
    return false;
  }

  #readEveryWay(sender: Sender): Set<Node> {
    const entered = new Set<Node>();
    const known = new Set<string>();
    this.#texts.set(sender, known);
    const riddles = this.#riddles.length;
    const isDone = goEveryWay({ isPair: areSiblings, tried: this.#pairs }, (choices) => {
      const run = new Run(this.#sources, choices);
      const isThrough = this.#go(run, sender, known);
      for (const fn of run.entered) entered.add(fn);
      return isThrough;
    });
    const { sent } = sender;
    if (!isDone)
      this.#riddles.push({ sent, node: sent, why: 'there are too many ways to this statement' });
    else if (known.size === 0 && this.#riddles.length === riddles)
      this.#riddles.push({ sent, node: sent, why: 'no way through the sources comes here' });
    return entered;
  }

  /** Where a fragment hides behind several conditions at once, lots find the way. */
  #readByLot(sender: Sender, entered: ReadonlySet<Node>): void {
    if (!this.#isNeeded(sender, entered)) return;
    const known = this.#texts.get(sender) ?? new Set();
    goByLot(LOTS, (choices) => {
      this.#go(new Run(this.#sources, choices), sender, known);
      return !this.#isNeeded(sender, entered);
    });
  }

  #go(run: Run, sender: Sender, known: Set<string>): boolean {
    try {
      const pieces = sentBy(run, sender);
      for (const fragment of run.fragments) this.#unseen.delete(fragment);
      const text = textOf(pieces);
      if (!known.has(text))
        this.#statements.push({ ...sender, pieces, variant: variantOf(run.choices) });
      known.add(text);
      return true;
    } catch (error) {
      if (error instanceof Unresolved) this.#note(sender, error);
      else if (!(error instanceof DeadEnd)) throw error;
      return false;
    }
  }

  #note({ sent }: Sender, { node, message: why }: Unresolved): void {
    const isKnown = this.#riddles.some((one) => one.node === node && one.why === why);
    if (!isKnown) this.#riddles.push({ sent, node, why });
  }
}

const variantOf = ({ labels }: Choices): string => [...labels.values()].join(', ');

const textOf = (pieces: readonly (Piece | Parameter)[]): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : '$')).join('');

function sentBy(run: Run, { sent, isValue }: Sender): readonly (Piece | Parameter)[] {
  const at = { file: sent.getSourceFile(), offset: sent.getStart() };
  const frame = isValue ? run.moduleOf(sent) : frameAt(run, sent, '');
  const value = run.forced(evaluate(run, sent, frame));
  if (value.kind !== 'sql' && value.kind !== 'text') return [{ text: run.textOf(value, sent), at }];
  return isValue ? [{ text: 'select ', at }, ...value.pieces] : value.pieces;
}
