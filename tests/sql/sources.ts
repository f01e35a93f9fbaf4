import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Program, Symbol, Type } from 'typescript/unstable/sync';
import {
  isIdentifier,
  isPrivateIdentifier,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast';
import type { MemberName, Node, SourceFile } from 'typescript/unstable/ast';
import { join, relative } from 'node:path';

/** What a type's literal members are: a finite set of values, or null when the type has other values too. */
export type Literal = string | number | boolean | null | undefined;

const MOST_MEMBERS = 60;
const FRAGMENTS = new Set(['SQL', 'SQLWrapper', 'Name', 'Param', 'PgColumn', 'PgTableWithColumns']);

/** The types of a union, or the type itself. */
function partsOf(type: Type | undefined): readonly Type[] {
  if (type === undefined) return [];
  return type.isUnionType() ? (type.getTypes() ?? []) : [type];
}

/** A project's sources with their names and types, as the compiler knows them. */
export class Sources {
  readonly checker: Checker;
  /** The files whose statements are checked. */
  readonly files: readonly SourceFile[];
  readonly #api: API;
  readonly #program: Program;
  readonly #root: string;
  readonly #declarations = new Map<Node, Node | undefined>();
  readonly #types = new Map<Node, Type | undefined>();
  readonly #members = new Map<Node, readonly Literal[] | null>();
  readonly #absences = new Map<Node, null | undefined | 'never'>();
  readonly #lists = new Map<Node, boolean>();
  readonly #carries = new Map<number, boolean>();
  readonly #named = new Map<string, MemberName[]>();

  /** `folder`: below the root, with a tsconfig.json of its own. `close` ends the compiler. */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#api = new API({ cwd: root });
    const config = join(root, folder, 'tsconfig.json');
    const [project] = this.#api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error(`No project at ${config}.`);
    this.#program = project.program;
    this.checker = project.checker;
    const names = this.#program
      .getSourceFileNames()
      .filter((name) => !name.includes('node_modules'));
    const all = names.flatMap((name) => this.#program.getSourceFile(name) ?? []);
    for (const file of all) this.walk(file, (node) => this.#note(node));
    this.files = all.filter(({ fileName }) => fileName.startsWith(join(root, folder)));
  }

  close(): void {
    this.#api.close();
  }

  walk(node: Node, visit: (node: Node) => void): void {
    visit(node);
    node.forEachChild((child) => this.walk(child, visit));
  }

  #note(node: Node): void {
    if (!isIdentifier(node) && !isPrivateIdentifier(node)) return;
    const found = this.#named.get(node.text);
    if (found) found.push(node);
    else this.#named.set(node.text, [node]);
  }

  /** `server/promises/promise-list.ts:41`. */
  placeOf(file: SourceFile, offset: number): string {
    let line = 1;
    for (
      let at = file.text.indexOf('\n');
      at >= 0 && at < offset;
      at = file.text.indexOf('\n', at + 1)
    )
      line += 1;
    return `${relative(this.#root, file.fileName)}:${line}`;
  }

  placeOfNode(node: Node): string {
    return this.placeOf(node.getSourceFile(), node.getStart());
  }

  #symbolOf(name: Node): Symbol | undefined {
    const { parent } = name;
    const symbol =
      isShorthandPropertyAssignment(parent) && parent.name === name
        ? this.checker.getShorthandAssignmentValueSymbol(parent)
        : this.checker.getSymbolAtLocation(name);
    if (symbol === undefined || !(symbol.flags & SymbolFlags.Alias)) return symbol;
    return this.checker.getAliasedSymbol(symbol);
  }

  /** What a name stands for: its declaration, wherever it was imported from. */
  declarationOf(name: Node): Node | undefined {
    if (!this.#declarations.has(name)) {
      const symbol = this.#symbolOf(name);
      const handle = symbol?.valueDeclaration ?? symbol?.declarations[0];
      this.#declarations.set(name, handle?.resolve());
    }
    return this.#declarations.get(name);
  }

  /** The identifiers that stand for a declaration, itself left out. */
  usesOf(declaration: Node, name: string): MemberName[] {
    return (this.#named.get(name) ?? []).filter(
      (node) => node.parent !== declaration && this.declarationOf(node) === declaration,
    );
  }

  /** Identifiers of a text, whatever they stand for. */
  named(text: string): readonly MemberName[] {
    return this.#named.get(text) ?? [];
  }

  typeOf(node: Node): Type | undefined {
    if (!this.#types.has(node)) this.#types.set(node, this.checker.getTypeAtLocation(node));
    return this.#types.get(node);
  }

  /** The values of a type of finitely many values, in the order of the compiler; else null. */
  membersOf(node: Node): readonly Literal[] | null {
    return this.#kept(this.#members, node, () => this.#membersOf(this.typeOf(node)));
  }

  #membersOf(type: Type | undefined): readonly Literal[] | null {
    if (type === undefined) return null;
    const parts = partsOf(type);
    const members: Literal[] = [];
    for (const part of parts) {
      if (part.flags & TypeFlags.Null) members.push(null);
      else if (part.flags & (TypeFlags.Undefined | TypeFlags.Void)) members.push(undefined);
      else if (part.isBooleanLiteralType())
        members.push(this.checker.typeToString(part) === 'true');
      else if (part.isStringLiteralType() || part.isNumberLiteralType()) members.push(part.value);
      else return null;
    }
    return members.length > MOST_MEMBERS ? null : members;
  }

  /** Whether a value may be null or undefined: then which of them. */
  absenceOf(node: Node): null | undefined | 'never' {
    return this.#kept(this.#absences, node, () => this.#absenceOf(node));
  }

  #absenceOf(node: Node): null | undefined | 'never' {
    const parts = partsOf(this.typeOf(node));
    if (parts.some(({ flags }) => flags & (TypeFlags.Undefined | TypeFlags.Void))) return undefined;
    return parts.some(({ flags }) => flags & TypeFlags.Null) ? null : 'never';
  }

  /** Whether a value of this type may be an SQL fragment, or have one in it, or give one. */
  carriesSql(node: Node): boolean {
    const type = this.typeOf(node);
    return type !== undefined && this.#carriesSql(type, 4);
  }

  isList(node: Node): boolean {
    return this.#kept(this.#lists, node, () =>
      partsOf(this.typeOf(node)).some((part) => this.checker.isArrayLikeType(part)),
    );
  }

  partsOf(type: Type): readonly Type[] {
    return partsOf(type);
  }

  #kept<Found>(kept: Map<Node, Found>, node: Node, find: () => Found): Found {
    const known = kept.get(node);
    if (known !== undefined || kept.has(node)) return known as Found;
    const found = find();
    kept.set(node, found);
    return found;
  }

  #carriesSql(type: Type, depth: number): boolean {
    if (type.flags & TypeFlags.AnyOrUnknown || depth === 0) return false;
    const known = this.#carries.get(type.id);
    if (known !== undefined) return known;
    this.#carries.set(type.id, false);
    const found = this.#looksInto(type, depth);
    this.#carries.set(type.id, found);
    return found;
  }

  #looksInto(type: Type, depth: number): boolean {
    const inner = (part: Type | undefined) =>
      part !== undefined && this.#carriesSql(part, depth - 1);
    if (type.isUnionType() || type.isIntersectionType())
      return (type.getTypes() ?? []).some((part) => this.#carriesSql(part, depth));
    if (type.isTypeParameter()) return inner(this.checker.getBaseConstraintOfType(type));
    if (!type.isObjectType()) return false;
    const symbol = type.getSymbol();
    if (symbol !== undefined && FRAGMENTS.has(symbol.name)) return true;
    if (type.isTypeReference() && this.checker.getTypeArguments(type).some(inner)) return true;
    const isForeign = symbol?.declarations[0]?.path.includes('node_modules') === true;
    const calls = this.checker.getSignaturesOfType(type, SignatureKind.Call);
    if (calls.some((call) => inner(this.checker.getReturnTypeOfSignature(call)))) return true;
    if (isForeign) return false;
    const properties = this.checker.getPropertiesOfType(type);
    if (properties.length === 0 || properties.length > MOST_MEMBERS) return false;
    return this.checker.getTypeOfSymbol(properties).some(inner);
  }
}
