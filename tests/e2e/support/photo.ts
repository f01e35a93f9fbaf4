import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A 12-megapixel photo as a phone's camera takes it: several megabytes, with a position in its metadata. */
export async function cameraPhoto(
  name: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  // Coarse noise scaled up: looks like a picture to the encoder, and no two are alike.
  const noise = randomBytes(400 * 300 * 3);
  const buffer = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .resize(4000, 3000, { kernel: 'cubic' })
    .withExif({
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '18/1 31/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '73/1 51/1 0/1',
      },
    })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A screenshot as a desk makes it: a small PNG. */
export async function screenShot(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp(randomBytes(320 * 200 * 3), {
    raw: { width: 320, height: 200, channels: 3 },
  })
    .png()
    .toBuffer();
  return { name: 'screen.png', mimeType: 'image/png', buffer };
}

/** A letter as PDF: the least that a reader accepts. */
export function supportingDoc(): { name: string; mimeType: string; buffer: Buffer } {
  const text =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  return { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) };
}
