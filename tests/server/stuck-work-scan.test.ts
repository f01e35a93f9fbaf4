import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BrokenFile, stuckMembers } from '../../server/devices/stuck-work-scan.ts';
import type { StuckMember } from '../../server/devices/stuck-work-scan.ts';
import { newId } from '../../server/ids.ts';

describe('cutting the file into its pieces', () => {
  const path = join(tmpdir(), `recoup-stuck-${newId()}.json`);
  afterAll(async () => rm(path, { force: true }));

  async function membersOf(text: string): Promise<StuckMember[]> {
    await writeFile(path, text);
    const members: StuckMember[] = [];
    for await (const member of stuckMembers(path)) members.push(member);
    return members;
  }

  it('gives members and elements as they were written, whatever is in their texts', async () => {
    const odd = 'a "quote", \\ [brackets] {braces} : नमस्ते \u2028';
    const value = {
      format: odd,
      'odd "key": ,': { deep: [[1, { a: '}' }], 'x,y'] },
      none: null,
      n: -1.5e3,
      operations: [{ a: [1, 2, { b: odd }] }, 'text', 7, [1, [2]]],
      empty: [],
      files: [{ sealed: 'A'.repeat(700_000) }],
      last: true,
    };
    const expected = Object.entries(value).flatMap(([key, member]) =>
      Array.isArray(member)
        ? member.map((element: unknown) => [key, element, true])
        : [[key, member, false]],
    );
    const text = JSON.stringify(value);
    for (const spaced of [
      text,
      text.replaceAll('":[{"', '" :\t[ {"').replace(',"last"', ' , "last"'),
    ]) {
      const found = await membersOf(`${spaced}\n{}`);
      expect(found.map((one) => [one.key, JSON.parse(one.text), one.isElement])).toEqual(expected);
    }
  });

  it('refuses what is cut off or has no names', async () => {
    for (const text of ['', '{', '{"a":1', '{"a":[1,2', '{"a":"b', '{1}', '{"a"}', '[1]'])
      await expect(membersOf(text), text).rejects.toThrow(BrokenFile);
  });

  it('refuses a piece that no phone could have made', async () => {
    await expect(membersOf(`{"files":["${'A'.repeat(31_000_000)}"]}\n{}`)).rejects.toThrow(
      'too large',
    );
  });
});
