import { isFunctionLikeDeclaration, isSourceFile } from 'typescript/unstable/ast';
import { isForInStatement, isForOfStatement, isForStatement } from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import type { Value } from './values.ts';

/** Where a function that nobody was seen to call gets its arguments from. */
export type Site = (index: number) => Value;

/** The names of one call of a function, one round of a loop, or one file. */
export class Frame {
  readonly owner: Node;
  readonly parent: Frame | null;
  /** The arguments, or null where the walk begins in the middle: then `site` finds them. */
  readonly args: readonly Value[] | null;
  readonly key: string;
  readonly depth: number;
  readonly values = new Map<Node, Value>();
  site: Site | null = null;

  constructor(
    owner: Node,
    parent: Frame | null,
    key: string,
    args: readonly Value[] | null = null,
  ) {
    this.owner = owner;
    this.parent = parent;
    this.key = key;
    this.args = args;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  /** The frame that a declaration belongs to, outwards from this one. */
  ownerOf(declaration: Node): Frame | null {
    return this.#ownerOf(scopeOf(declaration));
  }

  #ownerOf(scope: Node): Frame | null {
    if (this.owner === scope) return this;
    return this.parent === null ? null : this.parent.#ownerOf(scope);
  }
}

export const isLoop = (node: Node): boolean =>
  isForOfStatement(node) || isForStatement(node) || isForInStatement(node);

export const isFunction = (node: Node): boolean => isFunctionLikeDeclaration(node);

/** The function, loop or file whose names a declaration is among. */
export function scopeOf(declaration: Node): Node {
  let at = declaration.parent;
  while (!isSourceFile(at) && !isFunction(at) && !isLoop(at)) at = at.parent;
  return at;
}
