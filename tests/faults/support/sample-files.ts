import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A file as a person chooses it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

let count = 0;

/** A document of exactly so many bytes, unlike any other; the phone and the server keep its bytes as they are. */
export function document(bytes: number): ChosenFile {
  count += 1;
  const head = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%');
  const foot = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  const rest = Math.max(0, bytes - head.length - foot.length);
  const buffer = Buffer.concat([head, randomBytes(rest), foot]);
  return { name: `letter-${count}.pdf`, mimeType: 'application/pdf', buffer };
}

/** A photo of about so many pixels on its long edge, with a camera's metadata; the phone scales it and drops those. */
export async function photo(longEdge = 800): Promise<ChosenFile> {
  count += 1;
  const edge = Math.round(longEdge / 10);
  const noise = randomBytes(edge * edge * 3);
  const buffer = await sharp(noise, { raw: { width: edge, height: edge, channels: 3 } })
    .resize(longEdge, longEdge, { kernel: 'cubic' })
    .withExif({ IFD0: { Make: 'Test camera' } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { name: `door-${count}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** Lower-case hex SHA-256. */
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
