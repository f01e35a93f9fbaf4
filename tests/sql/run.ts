import type { Node, SourceFile } from 'typescript/unstable/ast';
import type { Choices } from './choices.ts';
import { Frame } from './frames.ts';
import type { Literal, Sources } from './sources.ts';
import { DeadEnd, Unresolved, keyOf, plain, stringOf, textAt, unknown } from './values.ts';
import type { Unknown, Value } from './values.ts';

/** Deeper than this a function calls itself. */
export const DEEPEST = 40;

/** One way through the sources to one statement. */
export class Run {
  readonly sources: Sources;
  readonly choices: Choices;
  /** What was decided or assumed of unknown values, by their keys. */
  readonly facts = new Map<string, Value>();
  /** Every fragment on the way. */
  readonly fragments = new Set<Node>();
  /** Every function that was gone into. */
  readonly entered = new Set<Node>();
  readonly frames = new Map<string, Frame>();
  readonly #modules = new Map<SourceFile, Frame>();

  constructor(sources: Sources, choices: Choices) {
    this.sources = sources;
    this.choices = choices;
  }

  moduleOf(node: Node): Frame {
    const file = node.getSourceFile();
    const known = this.#modules.get(file);
    if (known) return known;
    const frame = new Frame(file, null, '');
    this.#modules.set(file, frame);
    return frame;
  }

  /** What is known of a value by now. */
  known(value: Value): Value {
    return value.kind === 'unknown' ? (this.facts.get(value.key) ?? value) : value;
  }

  /** The value itself, looked for at the callers or in a function where need be. */
  forced(value: Value): Value {
    let at = this.known(value);
    for (let deep = 0; at.kind === 'unknown' && at.force !== undefined; deep += 1) {
      if (deep > DEEPEST) throw new DeadEnd('too deep');
      const inner = at.force();
      this.facts.set(at.key, inner);
      at = this.known(inner);
    }
    return at;
  }

  /** Decides which of its type's few values an unknown one is, or null where there are too many. */
  member(value: Unknown, node: Node): Value | null {
    const members = this.sources.membersOf(value.node ?? node) ?? this.sources.membersOf(node);
    if (members === null || members.length === 0) return null;
    return this.choose(value, members, node);
  }

  choose(value: Unknown, members: readonly Literal[], node: Node): Value {
    const labels = members.map((member) => `${nameOf(value)} = ${String(member)}`);
    const member = members[this.choices.pick(value.key, labels, node.pos)];
    const fact = typeof member === 'string' ? textAt(member, node) : plain(member);
    this.facts.set(value.key, fact);
    return fact;
  }

  /**
   * Whether a condition holds. `wanted` decides what is unknown, without another way that tries the contrary; against
   * what is known already it is a dead end.
   */
  holds(value: Value, node: Node, wanted?: boolean): boolean {
    const is = this.#holds(this.known(value), node, wanted);
    if (wanted !== undefined && is !== wanted) throw new DeadEnd('contradiction');
    return is;
  }

  #holds(value: Value, node: Node, wanted: boolean | undefined): boolean {
    if (value.kind === 'plain') return Boolean(value.value);
    if (value.kind === 'text') return value.pieces.some(({ text }) => text !== '');
    if (value.kind !== 'unknown') return true;
    if (value.force !== undefined) {
      const seen = this.tryForced(value);
      if (seen.kind !== 'unknown') return this.#holds(seen, node, wanted);
      value = seen;
    }
    const absence = this.sources.absenceOf(value.node ?? node);
    if (wanted === undefined) {
      const member = this.member(value, node);
      if (member !== null) return this.#holds(member, node, wanted);
    }
    const is = wanted ?? this.choices.pick(value.key, [nameOf(value), `no ${nameOf(value)}`]) === 0;
    if (!is && absence !== 'never') this.facts.set(value.key, plain(absence));
    else if (this.isTruth(value.node ?? node)) this.facts.set(value.key, plain(is));
    else this.facts.set(`${value.key}?`, plain(is));
    return is;
  }

  /** Looks into functions for the sake of a condition: where that leads nowhere, the condition is simply unknown. */
  tryForced(value: Value): Value {
    try {
      return this.forced(value);
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      return value.kind === 'unknown' ? unknown(value.key, { node: value.node }) : value;
    }
  }

  isTruth(node: Node): boolean {
    const members = this.sources.membersOf(node);
    return members !== null && members.every((member) => typeof member === 'boolean');
  }

  /** Whether a value is null or undefined. */
  isAbsent(value: Value, node: Node, wanted?: boolean): boolean {
    const known = this.known(value);
    if (known.kind === 'plain') return known.value === null || known.value === undefined;
    if (known.kind !== 'unknown') return false;
    const absence = this.sources.absenceOf(known.node ?? node);
    if (absence === 'never') return false;
    const key = `${known.key} is there`;
    const decided = this.facts.get(key);
    if (decided?.kind === 'plain') return !decided.value;
    const isAbsent =
      wanted ?? this.choices.pick(key, [`with ${nameOf(known)}`, `without ${nameOf(known)}`]) === 1;
    if (isAbsent) this.facts.set(known.key, plain(absence));
    else this.facts.set(key, plain(true));
    return isAbsent;
  }

  /** A yes or no that nothing is known of. */
  decide(key: string, node: Node, wanted?: boolean, first = true): boolean {
    const decided = this.facts.get(key);
    if (decided?.kind === 'plain') return Boolean(decided.value);
    const text = node.getText().replaceAll(/\s+/g, ' ').slice(0, 60);
    const labels = first ? [text, `not ${text}`] : [`not ${text}`, text];
    const is = wanted ?? (this.choices.pick(key, labels) === 0) === first;
    this.facts.set(key, plain(is));
    return is;
  }

  /** The text of a value that becomes part of a statement. */
  textOf(value: Value, node: Node): string {
    let at = this.known(value);
    if (at.kind === 'unknown') at = this.member(at, node) ?? this.forced(at);
    for (let deep = 0; at.kind === 'unknown' && at.origin !== undefined; deep += 1) {
      if (deep > DEEPEST) throw new DeadEnd('too deep');
      const found = this.forced(at.origin());
      this.facts.set(at.key, found);
      at = found;
    }
    if (at.kind === 'text') return stringOf(at.pieces);
    if (at.kind === 'plain') return String(at.value);
    throw new Unresolved(node, `nothing tells which text ${keyOf(at).slice(0, 80)} is`);
  }
}

/** The end of a value's key: what a reader knows it by. */
function nameOf(value: Unknown): string {
  return value.key.slice(value.key.lastIndexOf('#') + 1).slice(0, 80);
}
