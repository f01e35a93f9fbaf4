import {
  isArrayBindingPattern,
  isBindingElement,
  isFunctionDeclaration,
  isIdentifier,
  isObjectBindingPattern,
  isOmittedExpression,
  isParameterDeclaration,
  isSourceFile,
  isVariableDeclaration,
} from 'typescript/unstable/ast';
import type { BindingElement, Node, ParameterDeclaration } from 'typescript/unstable/ast';
import { evaluate } from './evaluate.ts';
import { isFunction, isLoop, scopeOf } from './frames.ts';
import type { Frame } from './frames.ts';
import { elementOf, memberOf } from './members.ts';
import type { Run } from './run.ts';
import { siteOf } from './sites.ts';
import { plain, unknown } from './values.ts';
import type { Value } from './values.ts';

/** What a name stands for. */
export function lookUp(run: Run, name: Node, frame: Frame): Value {
  const text = name.getText();
  if (text === 'undefined') return plain(undefined);
  const declaration = run.sources.declarationOf(name);
  if (declaration === undefined) return unknown(`global#${text}`);
  return valueOf(run, declaration, frame);
}

function valueOf(run: Run, declaration: Node, frame: Frame): Value {
  const owner = ownerOf(run, declaration, frame);
  if (owner === null)
    return unknown(`outer${declaration.pos}#${declaration.getText().slice(0, 30)}`);
  const known = owner.values.get(declaration);
  if (known !== undefined) return known;
  const value = declared(run, declaration, owner);
  owner.values.set(declaration, value);
  return value;
}

function ownerOf(run: Run, declaration: Node, frame: Frame): Frame | null {
  if (isSourceFile(declaration)) return null;
  const scope = scopeOf(declaration);
  return isSourceFile(scope) ? run.moduleOf(declaration) : frame.ownerOf(declaration);
}

function declared(run: Run, declaration: Node, owner: Frame): Value {
  if (isBindingElement(declaration)) return boundOf(run, declaration, owner);
  if (isParameterDeclaration(declaration)) return argumentOf(run, declaration, owner);
  if (isFunctionDeclaration(declaration))
    return { kind: 'function', node: declaration, frame: owner };
  if (isVariableDeclaration(declaration)) {
    if (declaration.initializer !== undefined) return evaluate(run, declaration.initializer, owner);
    if (!isLoop(owner.owner)) return plain(undefined);
  }
  return unknown(`${owner.key}${declaration.pos}#${declaration.getText().slice(0, 30)}`);
}

/** A name of a pattern: the part of the whole that it names. */
function boundOf(run: Run, element: BindingElement, owner: Frame): Value {
  const pattern = element.parent;
  const whole = valueOf(run, pattern.parent, owner);
  let part: Value;
  if (isArrayBindingPattern(pattern)) {
    const at = pattern.elements.filter((item) => !isOmittedExpression(item)).indexOf(element);
    const index = pattern.elements.indexOf(element);
    part = elementOf(run, whole, plain(index < 0 ? at : index), element);
  } else if (isObjectBindingPattern(pattern) && element.dotDotDotToken === undefined) {
    const name = element.propertyName ?? element.name;
    part = memberOf(run, whole, name?.getText() ?? '', element.name ?? element);
  } else part = whole;
  const initial = element.initializer;
  if (initial === undefined) return part;
  return run.isAbsent(part, element.name ?? element) ? evaluate(run, initial, owner) : part;
}

/** An argument: as the call gave it; where no call was followed, as the callers would give it. */
function argumentOf(run: Run, parameter: ParameterDeclaration, owner: Frame): Value {
  const { parent } = parameter;
  const index = isFunction(parent) ? indexIn(parent, parameter) : -1;
  if (owner.args === null) {
    const name = isIdentifier(parameter.name) ? parameter.name.text : '';
    const site = () => (owner.site ??= siteOf(run, owner))(index);
    // What may have fragments in it is looked for at the callers at once: the walk depends on it.
    if (run.sources.carriesSql(parameter)) return site();
    return unknown(`${owner.key}${parameter.pos}#${name}`, { node: parameter, origin: site });
  }
  if (parameter.dotDotDotToken !== undefined)
    return { kind: 'list', items: owner.args.slice(index) };
  const given = owner.args[index];
  const isMissing = given === undefined || (given.kind === 'plain' && given.value === undefined);
  if (isMissing && parameter.initializer) return evaluate(run, parameter.initializer, owner);
  return given ?? plain(undefined);
}

const indexIn = (parent: Node, parameter: ParameterDeclaration): number =>
  (parent as unknown as { parameters: readonly Node[] }).parameters.indexOf(parameter);
