import type { Parameter, Piece } from './values.ts';

type Pieces = readonly (Piece | Parameter)[];

/** What of a statement PostgreSQL can be asked about, and what that is for. */
export interface Part {
  readonly pieces: Pieces;
  /** A cursor is declared for it, or its rows are fetched from one: its name. */
  readonly declares?: string;
  readonly fetches?: string;
  /** It makes a table of the session, or an index on one: later statements of the file need it. */
  readonly isMaking: boolean;
}

const textOf = (pieces: Pieces): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : '?')).join('');

/** The pieces behind the first `count` characters. */
function behind(pieces: Pieces, count: number): Pieces {
  let left = count;
  return pieces.flatMap((piece): (Piece | Parameter)[] => {
    const { length } = 'text' in piece ? piece.text : '?';
    const skipped = Math.min(left, length);
    left -= skipped;
    if (skipped === length) return [];
    if (!('text' in piece)) return [piece];
    const { file, offset } = piece.at;
    return [{ text: piece.text.slice(skipped), at: { file, offset: offset + skipped } }];
  });
}

/** The pieces before the character at `count`. */
function before(pieces: Pieces, count: number): Pieces {
  let left = count;
  return pieces.flatMap((piece): (Piece | Parameter)[] => {
    const { length } = 'text' in piece ? piece.text : '?';
    const taken = Math.min(left, length);
    left -= taken;
    if (taken === 0) return [];
    return 'text' in piece ? [{ text: piece.text.slice(0, taken), at: piece.at }] : [piece];
  });
}

/** Several commands in one text, which only `pg` sends, and only without parameters. */
function commandsOf(pieces: Pieces): Pieces[] {
  const semicolon = /;\s*(?=[a-z])/i.exec(textOf(pieces));
  if (semicolon === null || textOf(pieces).includes('$')) return [pieces];
  const end = semicolon.index + semicolon[0].length;
  return [before(pieces, semicolon.index), ...commandsOf(behind(pieces, end))];
}

const DECLARE = /^\s*declare (\w+)[^']*? cursor [^']*?\bfor\s/i;
const FETCH = /^\s*fetch [^']*? from (\w+)\s*$/i;
const COPY = /^\s*copy (\w+) \(([^)]*)\) from stdin\s*$/i;

function partOf(pieces: Pieces): Part {
  const text = textOf(pieces);
  const declared = DECLARE.exec(text);
  if (declared?.[1] !== undefined)
    return { pieces: behind(pieces, declared[0].length), declares: declared[1], isMaking: false };
  const fetched = FETCH.exec(text);
  if (fetched?.[1] !== undefined) return { pieces, fetches: fetched[1], isMaking: false };
  const copied = COPY.exec(text);
  if (copied !== null) return { pieces: asInsert(pieces, text, copied), isMaking: false };
  return { pieces, isMaking: /^\s*create (temp|temporary|index|unique index)\b/i.test(text) };
}

/** PostgreSQL looks at the columns of a `copy` only when it runs: as a `select` of them it tells at once. */
function asInsert(pieces: Pieces, text: string, copied: RegExpExecArray): Pieces {
  const open = text.indexOf('(');
  const [first] = pieces;
  if (first === undefined || !('text' in first)) return pieces;
  const of = (part: string): Piece => ({ text: part, at: first.at });
  const columns = behind(before(pieces, text.indexOf(')')), open + 1);
  return [of('select '), ...columns, of(` from ${copied[1] ?? ''}`)];
}

/** The parts of a statement that can be described, one by one. */
export function partsOf(pieces: Pieces, isDrizzle: boolean): Part[] {
  return (isDrizzle ? [pieces] : commandsOf(pieces)).map(partOf);
}
