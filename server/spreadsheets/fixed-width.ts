/*
 * Text files without a delimiter, whose columns stand below each other: what core banking systems print. The columns are
 * told by a ruler (`------ ---------`) below the header, else by the gaps that all lines have in common.
 */

/** A column's first character and the one after its last; the last column goes on to the line's end. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const ruler = /^\s*[-=_]{2,}(?:\s+[-=_]{2,}){2,}\s*$/;
const otherDelimiters = /[\t|~^;]/;
const leastColumns = 3;
const leastLines = 3;
const headLines = 60;

/** The columns of a ruler: each goes on to where the next one begins. */
function rulerSpans(line: string): Span[] {
  const starts = [...line.matchAll(/[-=_]+/g)].map(({ index }) => index);
  return starts.map((from, at) => ({ from: at === 0 ? 0 : from, to: starts[at + 1] ?? Infinity }));
}

/** The columns between the gaps that are at least two characters wide in the header and blank in every line below it. */
function gapSpans(lines: readonly string[]): Span[] {
  const [header = ''] = lines;
  const isBlank = (at: number) => lines.every((line) => (line[at] ?? ' ') === ' ');
  const starts = [0];
  const width = Math.max(...lines.map((line) => line.length));
  for (let at = 2; at < width; at += 1)
    if (!isBlank(at) && isBlank(at - 1) && isBlank(at - 2)) starts.push(at);
  const named = starts.filter((from, place) => {
    const to = starts[place + 1] ?? width;
    return header.slice(from, to).trim() !== '';
  });
  return named.map((from, at) => ({ from: at === 0 ? 0 : from, to: named[at + 1] ?? Infinity }));
}

/** Letters with two gaps of two characters and more, in which no digit stands: names of columns. */
const isHeader = (line: string): boolean =>
  !/\d{3}/.test(line) && line.trim().split(/\s{2,}/).length >= leastColumns;

/** Where the columns of a text stand, by its first lines; null for a text that a delimiter cuts. */
export function fixedColumns(head: string): readonly Span[] | null {
  const lines = head.slice(0, 65_536).split('\n').slice(0, headLines);
  const ruled = lines.findIndex((line) => ruler.test(line));
  if (ruled !== -1) {
    const spans = rulerSpans(lines[ruled] ?? '');
    const below = lines.slice(ruled + 1).filter((line) => line.trim() !== '');
    return spans.length >= leastColumns && !below.some((line) => otherDelimiters.test(line))
      ? spans
      : null;
  }
  if (lines.some((line) => otherDelimiters.test(line) || line.includes('"'))) return null;
  const at = lines.findIndex(isHeader);
  if (at === -1) return null;
  const body = lines.slice(at).filter((line) => line.trim() !== '');
  // A header with commas is one of a CSV file.
  if (body.length <= leastLines || (body[0] ?? '').includes(',')) return null;
  const spans = gapSpans(body.slice(0, -1));
  return spans.length >= leastColumns ? spans : null;
}

/** A line's cells. */
export const fixedCells = (line: string, spans: readonly Span[]): string[] =>
  ruler.test(line) ? [] : spans.map(({ from, to }) => line.slice(from, to).trim());
