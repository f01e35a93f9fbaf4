import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { early } from '../../../src/lib/texts/en-early.ts';
import { rest } from '../../../src/lib/texts/en-rest.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Words that are looked for when an error is told, with something to say while they are not there. */
const LATE_WORDS = new Set(['src/lib/error-words.ts', 'src/lib/file-words.ts']);

const IMPORTS = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/g;

/** Every file that these load at once, with its text. */
function loadedWith(starts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = starts.map((file) => join(root, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(root, file);
    if (found.has(name) || name.startsWith('src/lib/texts/') || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    found.set(name, text);
    for (const [, path = ''] of text.matchAll(IMPORTS)) waiting.push(resolve(dirname(file), path));
  }
  return found;
}

/** What the frame brings by itself, for which its screens' words do not wait either. */
const TOOLS = [
  'src/features/notifications/notification-bell.tsx',
  'src/features/alerts/alert-tool.tsx',
  'src/features/login/password-again.tsx',
];

/** The screens of the routes that wait for no more texts than the frame's. */
function earlyScreens(): string[] {
  const routes = readFileSync(join(root, 'src/app/work-routes.ts'), 'utf8');
  return routes
    .split('isEarly: true')
    .slice(1)
    .map((text) => /import\('\.\.\/([^']+)'\)/.exec(text)?.[1] ?? 'none')
    .map((path) => join('src', path));
}

it('the frame and the screens of the phone’s day find their words among the early texts', () => {
  const screens = earlyScreens();
  expect(screens).toContain('src/features/field-day/field-day-screen.tsx');
  const late = [...loadedWith(['src/app/guarded-app.tsx', ...TOOLS, ...screens])].flatMap(
    ([file, text]) =>
      LATE_WORDS.has(file) || file.startsWith('contract/')
        ? []
        : [...text.matchAll(/['"`](\w+)\.[\w$]/g)]
            .map(([, name = '']) => name)
            .filter((name) => name in rest)
            .map((name) => `${file} says ${name}`),
  );
  expect([...new Set(late)]).toEqual([]);
  expect(Object.keys(early).filter((name) => name in rest)).toEqual([]);
});
