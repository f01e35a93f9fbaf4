/**
 * Makes the app's PNG icons from public/icons/icon.svg. Run it after changing the drawing:
 * `node scripts/icons.mjs`.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const folder = new URL('../public/icons/', import.meta.url);
const drawing = await readFile(new URL('icon.svg', folder), 'utf8');
// Launchers cut a maskable icon to any shape, so its colour runs to the edge and the mark shrinks.
const maskable = drawing
  .replace('rx="15"', '')
  .replace(/(<path)/, '<g transform="translate(8 8) scale(.75)">$1')
  .replace('</svg>', '</g></svg>');

const pictures = [
  ['icon-180.png', drawing.replace('rx="15"', ''), 180],
  ['icon-192.png', drawing, 192],
  ['icon-512.png', drawing, 512],
  ['icon-maskable-512.png', maskable, 512],
];
for (const [name, svg, size] of pictures) {
  await sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(new URL(name, folder).pathname);
}
console.log(`wrote ${pictures.length} icons to public/icons`);
