import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCKS } from '../../server/database/locks.ts';

const server = join(import.meta.dirname, '../../server');

const linesWith = (pattern: RegExp, ending: string) =>
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .flatMap((name) =>
      readFileSync(join(server, name), 'utf8')
        .split('\n')
        .flatMap((line) => (pattern.test(line) ? [{ name, line: line.trim() }] : [])),
    );

describe('advisory locks', () => {
  it('have a number each', () => {
    const numbers = Object.values(LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are taken through the registry only', () => {
    const takers = linesWith(/advisory_(xact_)?(un)?lock/, '.ts').map(({ name }) => name);
    expect([...new Set(takers)]).toEqual(['database/locks.ts']);
  });

  it('are in the registry when a migration takes one', () => {
    const taken = linesWith(/advisory_(xact_)?lock/, '.sql');
    expect([...new Set(taken.map(({ line }) => line))]).toEqual([
      `PERFORM pg_advisory_xact_lock(${LOCKS.audit});`,
    ]);
  });
});
