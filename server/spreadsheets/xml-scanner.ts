import { FileProblem } from './file-problem.ts';

/** What a scanner tells of the XML that it is fed. Names come without their namespace prefix. */
export interface XmlHandler {
  /** A start tag (or an empty element, then `close` follows at once). `tag` is its raw text, for `attributeOf`. */
  open(name: string, tag: string): void;
  /** Character data, possibly in several pieces, entities resolved. */
  text(text: string): void;
  close(name: string): void;
}

/** One tag or run of text of a sane file is far shorter. */
const maxOpenCharacters = 4_000_000;

const namedEntities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** Text with the predefined and numeric entities resolved; others stay as they are written: no entity is ever loaded. */
function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return namedEntities[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '';
  });
}

/** An attribute's value of a raw start tag, or null. `name` comes with its prefix, if any. */
export function attributeOf(tag: string, name: string): string | null {
  for (let at = tag.indexOf(name); at !== -1; at = tag.indexOf(name, at + 1)) {
    const before = tag.charCodeAt(at - 1);
    if (before > 32 || tag.charCodeAt(at + name.length) !== 61) continue;
    const quote = tag[at + name.length + 1];
    if (quote !== '"' && quote !== "'") continue;
    const start = at + name.length + 2;
    const end = tag.indexOf(quote, start);
    return end === -1 ? null : unescapeXml(tag.slice(start, end));
  }
  return null;
}

function localName(tag: string, start: number): string {
  let end = start;
  let from = start;
  for (; end < tag.length; end += 1) {
    const code = tag.charCodeAt(end);
    if (code <= 32 || code === 47) break;
    if (code === 58) from = end + 1;
  }
  return tag.slice(from, end);
}

/** The end (index of `>`) of the tag that begins at `start`, or -1 when it is not all there yet. */
function tagEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 62) return at;
    // A `>` inside an attribute's value does not end the tag.
    if (code !== 34 && code !== 39) continue;
    at = text.indexOf(code === 34 ? '"' : "'", at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

/** Handles `<!...>` and `<?...>` at `start`: the index after it, or -1 when it is not all there yet. */
function skipMarkup(text: string, start: number, handler: XmlHandler): number {
  const isData = text.startsWith('<![CDATA[', start);
  const closer = isData ? ']]>' : text.startsWith('<!--', start) ? '-->' : '>';
  if (text.startsWith('<!D', start)) throw new FileProblem('has-definitions');
  const end = text.indexOf(closer, start);
  if (end === -1) return -1;
  if (isData) handler.text(text.slice(start + 9, end));
  return end + closer.length;
}

/** A scanner to feed with XML in pieces: it never holds more than one tag or run of text. */
export function xmlScanner(handler: XmlHandler): { feed(piece: string): void } {
  let rest = '';
  return {
    feed: (piece) => {
      const text = rest === '' ? piece : rest + piece;
      let at = 0;
      for (;;) {
        const start = text.indexOf('<', at);
        if (start === -1) break;
        if (start > at) handler.text(unescapeXml(text.slice(at, start)));
        at = start;
        const next = text.charCodeAt(start + 1);
        if (next === 33 || next === 63) {
          // Enough must be there to tell a comment from CDATA.
          if (text.length - start < 9) break;
          const after = skipMarkup(text, start, handler);
          if (after === -1) break;
          at = after;
          continue;
        }
        const end = tagEnd(text, start);
        if (end === -1) break;
        if (next === 47) handler.close(localName(text.slice(start, end), 2));
        else {
          const tag = text.slice(start, end);
          const name = localName(tag, 1);
          handler.open(name, tag);
          if (text.charCodeAt(end - 1) === 47) handler.close(name);
        }
        at = end + 1;
      }
      rest = text.slice(at);
      if (rest.length > maxOpenCharacters) throw new FileProblem('no-end');
    },
  };
}
