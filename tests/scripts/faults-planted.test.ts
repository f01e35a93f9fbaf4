import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults, planted } from '../../scripts/faults-planted.mjs';

describe('the list of faults to plant', () => {
  it('names each once, and loses none', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults).toHaveLength(115);
  });

  it.each(faults)('finds the place of: $name', (fault) => {
    const source = readFileSync(fault.file, 'utf8');
    expect(planted(source, fault)).not.toBeNull();
    expect(planted(source, fault)).not.toBe(source);
    expect(fault.tests.filter((test) => !existsSync(test))).toEqual([]);
  });
});
