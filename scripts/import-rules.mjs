// Who may import whom, and what only the kits do (docs/architecture.md): checked on every import, type-only ones included.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Folders of the server that serve every noun, beside the files that lie in server/ itself. */
const sharedServerFolders = new Set([
  'access',
  'audit',
  'database',
  'documents',
  'file-store',
  'http',
  'jobs',
  'live-events',
  'spreadsheets',
]);

/** Rooms that list the rooms they may import; a room may always import itself. */
const allowedRooms = {
  contract: [],
  'src/lib': ['contract'],
  'src/components': ['contract', 'src/lib'],
  'src/remote': ['contract', 'src/lib'],
  'src/offline': ['src/remote', 'contract', 'src/lib'],
  'src/data': ['src/remote', 'src/lib', 'contract'],
  'src/features': [
    'src/data',
    'src/offline',
    'src/remote',
    'src/components',
    'src/lib',
    'contract',
  ],
  'src/app': [
    'src/features',
    'src/data',
    'src/offline',
    'src/remote',
    'src/components',
    'src/lib',
    'contract',
  ],
  server: ['contract'],
  sw: ['src/offline', 'contract'],
};

/** Rooms that may use only these packages, and rooms that may not use those. */
const onlyPackages = { contract: [/^zod(\/|$)/] };
const refusedPackages = { 'src/offline': [/^react/, /^@mantine\//, /^@tanstack\/react/] };

/** Packages of which one room makes a kit: the files outside it that may use them too. */
const kits = [
  {
    package: /^@tanstack\/react-query/,
    room: 'src/data',
    // The one client, and where the app gets it.
    also: ['src/app/query-client.ts', 'src/app/guarded-app.tsx'],
    why: 'queries and commands are made by src/data',
  },
];

/** What stands in one file only: whoever needs it uses that. */
const onlyIn = [
  {
    text: /\bi?like \$\{/i,
    room: 'server',
    file: 'server/database/list-page.ts',
    why: 'texts are searched by contains, beginsWith or wordConditions of server/database/list-page.ts',
  },
];

/** The room of a file, a path from the package's root: `src/features` and `src/lib` are rooms, `server` is one. */
function roomOf(file) {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' && !second.includes('.') ? `src/${second}` : first;
}

function serverFolderOf(file) {
  const [, folder = '', rest] = file.split('/');
  return rest === undefined ? null : folder;
}

function judgeServer(from, to) {
  const own = serverFolderOf(from);
  const other = serverFolderOf(to);
  if (own === null || other === null || own === other) return null;
  if (sharedServerFolders.has(other) || to.endsWith('-service.ts')) return null;
  // The gate asks identity who is calling, and one file registers the routes of all nouns.
  if (own === 'access' && other === 'identity') return null;
  if (own === 'http' && to.endsWith('-routes.ts')) return null;
  return `another noun is used only through its service (${other}/*-service.ts)`;
}

function judgeFeature(from, to) {
  const [, , own] = from.split('/');
  const [, , other] = to.split('/');
  if (roomOf(to) === 'src/features' && own !== other) return 'a feature imports no other feature';
  if (roomOf(to) === 'src/remote' && !/-queries\.tsx?$/.test(from)) {
    return 'a feature reaches src/remote only from its *-queries file';
  }
  return null;
}

/** Why `from` may not import the file `to` (both paths from the root), or null when it may. */
export function judgeImport(from, to) {
  // Answers that screens keep for when there is no network; nothing else of the offline part.
  if (roomOf(from) === 'src/data' && to === 'src/offline/kept-answers.ts') return null;
  const room = roomOf(from);
  const target = roomOf(to);
  const allowed = allowedRooms[room];
  // Tests, benchmarks, scripts and the files that start the app may import anything.
  if (allowed === undefined) return null;
  if (target !== room && !allowed.includes(target)) return `${room} may not import ${target}`;
  if (room === 'server' && target === 'server') return judgeServer(from, to);
  return room === 'src/features' ? judgeFeature(from, to) : null;
}

/** Why `from` may not import the package `name`, or null when it may. */
export function judgePackage(from, name) {
  const room = roomOf(from);
  const only = onlyPackages[room];
  if (only !== undefined && !only.some((pattern) => pattern.test(name))) {
    return `${room} may not use the package ${name}`;
  }
  const kit = kits.find((each) => each.package.test(name));
  const isOfApp = allowedRooms[room] !== undefined;
  if (kit !== undefined && isOfApp && room !== kit.room && !kit.also.includes(from)) return kit.why;
  const isRefused = refusedPackages[room]?.some((pattern) => pattern.test(name)) ?? false;
  return isRefused ? `${room} may not use the package ${name}` : null;
}

/** The specifiers that a source imports or exports from, in any form. */
export function importsOf(fileName, source) {
  const { module, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const exported = module.staticExports.flatMap((entry) => entry.entries);
  const literals = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
  );
  const named = [...module.staticImports, ...exported].map((entry) => entry.moduleRequest?.value);
  return [...new Set([...named.filter((value) => value !== undefined), ...literals])];
}

/** The sentences about what `source` at `file` (path from the root) has against the rules; none when all is well. */
export function judgeFile(file, source) {
  const imported = importsOf(file, source).flatMap((specifier) => {
    const isRelative = specifier.startsWith('.');
    const target = isRelative ? posix.join(posix.dirname(file), specifier) : specifier;
    const why = isRelative ? judgeImport(file, target) : judgePackage(file, specifier);
    return why === null ? [] : [`${file} imports ${specifier}: ${why}`];
  });
  const said = onlyIn.filter(
    (rule) => roomOf(file) === rule.room && file !== rule.file && rule.text.test(source),
  );
  return [...imported, ...said.map(({ why }) => `${file}: ${why}`)];
}

function sourcesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** All sentences about the package at `root`. */
export function judgePackageAt(root) {
  const folders = ['contract', 'server', 'src', 'sw'].map((folder) => join(root, folder));
  return folders.flatMap(sourcesUnder).flatMap((path) => {
    const file = relative(root, path).replaceAll('\\', '/');
    return judgeFile(file, readFileSync(path, 'utf8'));
  });
}

if (process.argv[1] === import.meta.filename) {
  const complaints = judgePackageAt(dirname(import.meta.dirname));
  console.log(complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
