import { DeviceError } from './errors.ts';

const LONG_EDGE = 1280;
const SHORTEST_EDGE = 480;
const MAX_BYTES = 300_000;
const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45] as const;

/** A picture made fit to send. */
export interface ScaledPhoto {
  bytes: ArrayBuffer;
  contentType: 'image/jpeg';
  width: number;
  height: number;
}

/**
 * Scales a picture to a JPEG of at most 1280 pixels and 300 KB. It is drawn anew, so that no metadata (place, camera)
 * remains; its turn is kept. Throws PHOTO_UNREADABLE, or PHOTO_UNSUPPORTED in a browser without OffscreenCanvas: then
 * attach the picture as a document instead; the server strips its metadata.
 */
export async function scalePhoto(picture: Blob): Promise<ScaledPhoto> {
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function') {
    throw new DeviceError('PHOTO_UNSUPPORTED');
  }
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(
    (cause: unknown) => {
      throw new DeviceError('PHOTO_UNREADABLE', { cause });
    },
  );
  try {
    return await encode(bitmap);
  } finally {
    bitmap.close();
  }
}

async function encode(bitmap: ImageBitmap): Promise<ScaledPhoto> {
  let last: ScaledPhoto | null = null;
  for (let edge = LONG_EDGE; edge >= SHORTEST_EDGE; edge = Math.floor(edge * 0.75)) {
    const canvas = draw(bitmap, edge);
    for (const quality of QUALITIES) {
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      const { width, height } = canvas;
      last = { bytes: await blob.arrayBuffer(), contentType: 'image/jpeg', width, height };
      if (last.bytes.byteLength <= MAX_BYTES) return last;
    }
  }
  if (last === null) throw new DeviceError('PHOTO_UNREADABLE');
  return last;
}

function draw(bitmap: ImageBitmap, edge: number): OffscreenCanvas {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new DeviceError('PHOTO_UNSUPPORTED');
  // A see-through picture would turn black as a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
