// Exact copies of a class in two modules: what several say belongs into src/components/styles/layout.css, to be composed.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** So many declarations of its own make a rule worth saying once. */
const LEAST = 3;
/** What can be composed: plain classes. States and parts of an element can't. */
const PLAIN = /^\.[\w-]+(, \.[\w-]+)*$/;

/** The rules of a stylesheet: selector, how many rules are around it, its own declarations. */
export function rulesOf(css) {
  const rules = [];
  const open = [{ head: '', declarations: [] }];
  let text = '';
  for (const letter of css.replaceAll(/\/\*[\s\S]*?\*\//g, '')) {
    const inner = open.at(-1);
    if (letter === '{') {
      open.push({ head: text.trim().replaceAll(/\s+/g, ' '), declarations: [] });
    } else if (letter === ';' || letter === '}') {
      if (text.trim() !== '') inner.declarations.push(text.trim().replaceAll(/\s+/g, ' '));
      if (letter === '}') {
        open.pop();
        rules.push({ ...inner, depth: open.length - 1 });
      }
    } else {
      text += letter;
      continue;
    }
    text = '';
  }
  return rules;
}

/** A sentence for each rule that stands in more than one of the stylesheets, by file name; none when all is well. */
export function copiesAmong(sheets) {
  const places = new Map();
  for (const [file, css] of Object.entries(sheets))
    for (const { head, depth, declarations } of rulesOf(css)) {
      const own = declarations.filter((each) => !each.startsWith('composes:'));
      if (depth > 0 || !PLAIN.test(head) || own.length < LEAST) continue;
      const key = own.toSorted((one, other) => one.localeCompare(other)).join('; ');
      places.set(key, [...(places.get(key) ?? []), { file, head }]);
    }
  return [...places].flatMap(([key, found]) =>
    new Set(found.map(({ file }) => file)).size < 2
      ? []
      : [`${found.map(({ file, head }) => `${file} ${head}`).join(', ')} all say: ${key}`],
  );
}

if (process.argv[1] === import.meta.filename) {
  const root = dirname(import.meta.dirname);
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.module.css'))
    .map((entry) => join(entry.parentPath, entry.name));
  const sheets = files.map((path) => [relative(root, path), readFileSync(path, 'utf8')]);
  const complaints = copiesAmong(Object.fromEntries(sheets));
  console.log(complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
