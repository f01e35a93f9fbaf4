import sharp from 'sharp';
import { newId } from '../../server/ids.ts';
import { sha256Hex } from './test-device.ts';

/** A picture of one colour. */
export const pictureOf = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

/** How a visit announces the photo of these bytes. */
export const announcedPhoto = (bytes: Buffer) => ({
  _id: newId(),
  kind: 'photo',
  name: 'door.jpg',
  contentType: 'image/jpeg',
  size: bytes.length,
  sha256: sha256Hex(bytes),
});
