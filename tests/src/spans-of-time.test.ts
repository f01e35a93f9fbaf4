import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Lines that tell how long ago something was by a clock that may have been set back since. */
function spansByTheClock(source: string): string[] {
  // `Date.now() - LIMIT_MS` is an instant, not a span.
  return source
    .split('\n')
    .filter((line) => /(?<!Math\.abs\()Date\.now\(\) - (?![A-Z])/.test(line));
}

it('a clock that is set back while the app runs makes no wait endless and no line slow', () => {
  const found = ['src', 'sw'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        spansByTheClock(readFileSync(join(ROOT, folder, path), 'utf8')).map(
          (line) => `${folder}/${path}: ${line.trim()}`,
        ),
      ),
  );
  // Measure by `performance.now()`; what outlasts the page by the clock's distance, `Math.abs(Date.now() - at)`.
  expect(found).toEqual([]);
});
