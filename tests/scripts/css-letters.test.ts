import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../src');
/** A column of so many pixels or more holds words; a narrower one holds an icon. */
const WORDS_PX = 40;

/** The fixed columns of a grid in a style sheet, in pixels. */
const fixedColumns = (css: string): number[] =>
  [...css.matchAll(/grid-template-columns:([^;]*);/g)]
    // Of a function the least and most are told inside it.
    .map(([, tracks = '']) => tracks.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, ''))
    .flatMap((tracks) => Array.from(tracks.matchAll(/(\d+)px/g)))
    .map(([, pixels]) => Number(pixels));

it('a column of words grows with its letters', () => {
  const fixed = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .filter((file) =>
      fixedColumns(readFileSync(join(root, file), 'utf8')).some((pixels) => pixels >= WORDS_PX),
    );
  expect(fixed).toEqual([]);
});
