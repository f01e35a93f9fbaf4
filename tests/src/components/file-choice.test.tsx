// @vitest-environment page
import { useState } from 'react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { FileDrop } from '../../../src/components/file-drop.tsx';
import { render } from '../support/render.tsx';

/* What is chosen is there, or it is told why not: nothing stays out in silence. */

const fileOf = (name: string, size = 1) => new File(['x'.repeat(size)], name, { lastModified: 7 });

async function drop(most: number) {
  function Place() {
    const [files, setFiles] = useState<readonly File[]>([]);
    const limits = { endings: ['.pdf'], maxBytes: 10, most };
    return <FileDrop label="Papers" {...limits} files={files} onFiles={setFiles} />;
  }
  const page = await render(<Place />);
  return {
    choose: async (...files: File[]) => {
      const input = page.one('input[type="file"]');
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      await act(() => input.dispatchEvent(new Event('change', { bubbles: true })));
    },
    names: () => page.all('li').map((row) => /\w+\.pdf/.exec(row.textContent)?.[0]),
    problem: () => page.all('[role="alert"]')[0]?.textContent,
  };
}

it('takes the files for which there is room, and names the first that stayed out', async () => {
  const place = await drop(3);
  await place.choose(fileOf('a.pdf'), fileOf('b.pdf'));
  expect(place.problem()).toBeUndefined();
  await place.choose(fileOf('c.pdf'), fileOf('d.pdf'), fileOf('e.pdf'));
  expect(place.names()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  expect(place.problem()).toContain('At most 3 files go here: d.pdf');
});

it.each([
  ['of another kind', fileOf('notes.txt'), 'notes.txt is not a .pdf file'],
  ['too large', fileOf('scan.pdf', 11), 'scan.pdf is larger than'],
  ['without anything in it', fileOf('scan.pdf', 0), 'scan.pdf has nothing in it'],
])('takes the others where one is %s, and says so', async (_, wrong, words) => {
  const place = await drop(3);
  await place.choose(fileOf('a.pdf'), wrong, fileOf('b.pdf'));
  expect(place.names()).toEqual(['a.pdf', 'b.pdf']);
  expect(place.problem()).toContain(words);
});

it('has the same file once, however often it is chosen', async () => {
  const place = await drop(3);
  await place.choose(fileOf('a.pdf'));
  await place.choose(fileOf('a.pdf'), fileOf('b.pdf'));
  expect(place.names()).toEqual(['a.pdf', 'b.pdf']);
  expect(place.problem()).toBeUndefined();
});

it('puts the next file in the place of the only one, and keeps that when the next is refused', async () => {
  const place = await drop(1);
  await place.choose(fileOf('a.pdf'));
  await place.choose(fileOf('b.pdf'));
  expect(place.names()).toEqual(['b.pdf']);
  await place.choose(fileOf('c.pdf', 0));
  expect(place.names()).toEqual(['b.pdf']);
  expect(place.problem()).toContain('c.pdf has nothing in it');
});
