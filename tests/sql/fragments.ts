import { isTemplateExpression } from 'typescript/unstable/ast';
import type { Node, TaggedTemplateExpression, TemplateLiteral } from 'typescript/unstable/ast';
import { evaluate } from './evaluate.ts';
import type { Frame } from './frames.ts';
import type { Run } from './run.ts';
import { Unresolved, unknown } from './values.ts';
import type { Parameter, Piece, Value } from './values.ts';

/** `` `text ${value} text` ``: the text, as far as it is known. */
export function evaluateTemplate(run: Run, node: Node, frame: Frame): Value {
  const pieces: Piece[] = [];
  for (const part of partsOf(node as TemplateLiteral))
    if ('text' in part) pieces.push(part);
    else {
      const value = evaluate(run, part.value, frame);
      if (value.kind === 'text') pieces.push(...value.pieces);
      else if (value.kind === 'plain') pieces.push(pieceAt(String(value.value), part.value));
      else return unknownText(run, node, frame);
    }
  return { kind: 'text', pieces };
}

/** A text with unknown parts: it is told at the callers' once it becomes part of a statement, not before. */
function unknownText(run: Run, node: Node, frame: Frame): Value {
  const force = (): Value => {
    const pieces = partsOf(node as TemplateLiteral).flatMap((part) => {
      if ('text' in part) return [part];
      return piecesOf(run, evaluate(run, part.value, frame), part.value);
    });
    return { kind: 'text', pieces };
  };
  return unknown(`${frame.key}${node.pos}#text`, { node, force });
}

/** A value as text of a statement, known by where it is written if that is known. */
export function piecesOf(run: Run, given: Value, node: Node): readonly Piece[] {
  const value = given.kind === 'unknown' && given.force ? run.forced(given) : run.known(given);
  return value.kind === 'text' ? value.pieces : [pieceAt(run.textOf(value, node), node)];
}

/** `` sql`...` ``: a fragment, its values bound as parameters and its fragments spliced in. */
export function evaluateFragment(run: Run, node: TaggedTemplateExpression, frame: Frame): Value {
  run.fragments.add(node);
  const pieces: (Piece | Parameter)[] = [];
  for (const part of partsOf(node.template))
    if ('text' in part) pieces.push(part);
    else pieces.push(...splice(run, evaluate(run, part.value, frame), part.value));
  return { kind: 'sql', pieces };
}

const pieceAt = (text: string, node: Node, shift = 0): Piece => ({
  text,
  at: { file: node.getSourceFile(), offset: node.getStart() + shift },
});

function partsOf(template: TemplateLiteral): (Piece | { value: Node })[] {
  if (!isTemplateExpression(template)) return [pieceAt(template.text, template, 1)];
  const parts: (Piece | { value: Node })[] = [pieceAt(template.head.text, template.head, 1)];
  for (const span of template.templateSpans)
    parts.push({ value: span.expression }, pieceAt(span.literal.text, span.literal, 1));
  return parts;
}

/** What stands in a statement for a value that is given to a fragment, as drizzle builds it. */
export function splice(run: Run, given: Value, node: Node): readonly (Piece | Parameter)[] {
  let value = run.known(given);
  if (value.kind === 'unknown' && run.sources.carriesSql(node)) {
    value = run.forced(value);
    if (value.kind === 'unknown')
      throw new Unresolved(node, `nothing tells which fragment ${value.key.slice(0, 120)} is`);
  }
  switch (value.kind) {
    case 'sql':
      return value.pieces;
    case 'list': {
      const items = value.items.map((item) => splice(run, item, node));
      return [pieceAt('(', node), ...joined(items, [pieceAt(', ', node)]), pieceAt(')', node)];
    }
    case 'plain':
      // drizzle leaves out what is undefined; where the types rule that out, the walk only knows it badly.
      if (value.value === undefined && run.sources.absenceOf(node) === undefined) return [];
      return [{ parameter: node }];
    case 'unknown':
      if (!run.sources.isList(node)) return [{ parameter: node }];
      return [pieceAt('(', node), { parameter: node }, pieceAt(')', node)];
    case 'text':
    case 'record':
      return [{ parameter: node }];
    case 'map':
    case 'function':
    case 'native':
      throw new Unresolved(node, `a ${value.kind} can't stand in a statement`);
  }
}

export function joined<Item>(
  parts: readonly (readonly Item[])[],
  between: readonly Item[],
): Item[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [...between, ...part]));
}
