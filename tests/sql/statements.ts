import {
  isCallExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast';
import type { CallExpression, Node, TypeNode } from 'typescript/unstable/ast';
import { goEveryWay } from './choices.ts';
import type { Choices, Manner } from './choices.ts';
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

/** A fragment that stands among the values of an `insert` or `update` of drizzle's builder. */
function valueOf(sources: Sources, node: Node): Sender | null {
  if (!isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return null;
  let at: Node = node.parent;
  while (!isCallExpression(at) && at.kind !== 0 && !isFunction(at) && at.parent) at = at.parent;
  if (!isCallExpression(at) || !isPropertyAccessExpression(at.expression)) return null;
  const { name } = at.expression;
  if (!WRITERS.has(name.text) || !isFrom(sources, name, ['drizzle-orm'])) return null;
  return { sent: node, isDrizzle: true, rowType: undefined, isValue: true };
}

/** Two answers about the same thing go together: how a condition compares, and what. */
const sibling = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.')));
const areSiblings = (one: string, other: string, { met }: Choices): boolean =>
  sibling(one) !== '' &&
  sibling(one) === sibling(other) &&
  (met.get(one) ?? 0) > 2 &&
  (met.get(other) ?? 0) > 2;

const WITH: Manner = { isLast: false, isPair: areSiblings };
/** Where something was left out: from the other end, and any two answers together. */
const WITHOUT: readonly Manner[] = [
  { isLast: true, isPair: () => false },
  { isLast: false, isPair: () => true },
];

/** Reads the statements out of the sources, until every fragment has come up. */
export class Reading {
  readonly #sources: Sources;
  readonly #unseen = new Set<Node>();
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
          if (isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') this.#unseen.add(node);
        });
    const entered = senders.map((sender) => this.#readSender(sender, WITH));
    for (const [at, sender] of senders.entries())
      for (const manner of WITHOUT) {
        const isEnough = () => !this.#isNeeded(entered[at] ?? new Set());
        if (!isEnough()) this.#readSender(sender, { ...manner, isEnough });
      }
    return {
      statements: this.#statements,
      riddles: this.#riddles,
      unseen: [...this.#unseen],
      senders: senders.length,
    };
  }

  /** Whether a fragment was left out in one of these functions. */
  #isNeeded(entered: ReadonlySet<Node>): boolean {
    return [...this.#unseen].some((node) => {
      let at: Node | undefined = node.parent;
      while (at !== undefined && !isFunction(at)) at = at.parent;
      return at !== undefined && entered.has(at);
    });
  }

  #readSender(sender: Sender, manner: Manner): Set<Node> {
    const entered = new Set<Node>();
    const known = new Set(
      this.#statements.filter(({ sent }) => sent === sender.sent).map(({ pieces }) => textOf(pieces)),
    );
    const before = known.size + this.#riddles.length;
    const isDone = goEveryWay(manner, (choices) => {
      const run = new Run(this.#sources, choices);
      const isThrough = this.#go(run, sender, known);
      for (const fn of run.entered) entered.add(fn);
      return isThrough;
    });
    const riddle = (why: string) => this.#riddles.push({ sent: sender.sent, node: sender.sent, why });
    if (!isDone && manner === WITH) riddle('there are too many ways to this statement');
    if (known.size + this.#riddles.length === before && known.size === 0)
      riddle('no way through the sources comes here');
    return entered;
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
  const value = run.forced(evaluate(run, sent, frameAt(run, sent, '')));
  if (value.kind !== 'sql' && value.kind !== 'text') return [{ text: run.textOf(value, sent), at }];
  return isValue ? [{ text: 'select ', at }, ...value.pieces] : value.pieces;
}
