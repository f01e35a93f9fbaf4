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
