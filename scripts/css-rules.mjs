// Exact copies of a class in two modules (what several say belongs into src/components/styles/layout.css, to be composed), and classes that nothing uses.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** So many declarations of its own make a rule worth saying once. */
const LEAST = 3;
/** What can be composed: plain classes. States and parts of an element can't. */
const PLAIN = /^\.[\w-]+(, \.[\w-]+)*$/;

/** The rules of a stylesheet: selector, how many rules are around it, its own declarations, and all within it. */
export function rulesOf(css) {
  const rules = [];
  const open = [{ head: '', declarations: [], within: [] }];
  let text = '';
  for (const letter of css.replaceAll(/\/\*[\s\S]*?\*\//g, '')) {
    const inner = open.at(-1);
    if (letter === '{') {
      open.push({ head: text.trim().replaceAll(/\s+/g, ' '), declarations: [], within: [] });
    } else if (letter === ';' || letter === '}') {
      if (text.trim() !== '') inner.declarations.push(text.trim().replaceAll(/\s+/g, ' '));
      if (letter === '}') {
        open.pop();
        rules.push({ ...inner, depth: open.length - 1 });
        const all = [...inner.declarations, ...inner.within];
        open.at(-1).within.push(...all.map((each) => [inner.head, '{', each, '}'].join(' ')));
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
    for (const { head, depth, declarations, within } of rulesOf(css)) {
      const own = [...declarations, ...within].filter((each) => !each.startsWith('composes:'));
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

/** How the sources that import a stylesheet name its classes; null where a name is computed. */
function usedClasses(file, sources) {
  const used = new Set();
  for (const [path, source] of Object.entries(sources)) {
    for (const [, name, from] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      if (join(dirname(path), from) !== file) continue;
      if (new RegExp(`\\b${name}\\[|[=(:,]\\s*${name}\\s*[},);]`).test(source)) return null;
      for (const [, each] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        used.add(each);
    }
  }
  return used;
}

/** A sentence for each class of a stylesheet, by file name, that neither a source, by path, nor another class uses. */
export function deadAmong(sheets, sources) {
  return Object.entries(sheets).flatMap(([file, css]) => {
    const used = usedClasses(file, sources);
    if (used === null) return [];
    const rules = rulesOf(css);
    const composed = new Set(
      rules
        .flatMap(({ declarations }) => declarations)
        .filter((each) => each.startsWith('composes:'))
        .flatMap((each) => each.split(/[\s:]+/)),
    );
    const heads = rules.map(({ head }) => head).join(' ');
    const names = new Set(heads.match(/(?<=\.)[a-z][\w-]*/gi));
    return [...names]
      .filter((name) => !used.has(name) && !composed.has(name) && !/^(rc|mantine|m)-/.test(name))
      .map((name) => `${file} .${name} is used by nothing`);
  });
}

/** The files of src with one of these endings, by path, with their text. */
function textsOf(root, ending) {
  const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]),
  );
}

if (process.argv[1] === import.meta.filename) {
  const root = dirname(import.meta.dirname);
  const sheets = textsOf(root, /\.module\.css$/);
  const complaints = [...copiesAmong(sheets), ...deadAmong(sheets, textsOf(root, /\.tsx?$/))];
  console.log(complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
