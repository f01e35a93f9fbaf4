import { saveBlob } from '../lib/download.ts';

/** Saves the chart that is drawn within an element as a PNG, on the page's own ground. False: none is drawn there. */
export async function savePicture(holder: HTMLElement | null, name: string): Promise<boolean> {
  const drawn = holder?.querySelector('canvas') ?? null;
  if (holder === null || drawn === null) return false;
  const sheet = document.createElement('canvas');
  sheet.width = drawn.width;
  sheet.height = drawn.height;
  const pen = sheet.getContext('2d');
  if (pen === null) return false;
  pen.fillStyle = getComputedStyle(holder).getPropertyValue('--rc-surface').trim() || '#fff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(drawn, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, 'image/png'));
  if (blob === null) return false;
  saveBlob({ blob, fileName: `${name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim() || 'chart'}.png` });
  return true;
}
