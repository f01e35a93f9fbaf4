import { z } from 'zod';
import { says } from './errors.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/;
/** State (2 digits), PAN (10), registration of that PAN in the state, a default `Z`, check character. */
const GSTIN = /^(0[1-9]|[1-2]\d|3[0-8]|9[679])([A-Z]{5}\d{4}[A-Z])[1-9A-Z]Z[0-9A-Z]$/;

/** Capitals without spaces and dashes, as tax numbers are compared and stored. */
function plain(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '');
}

/**
 * The check character of a GSTIN's first 14 characters: each one's value in base 36, times 1 and 2 in turn, the two
 * base-36 digits of each product added up, complemented to a multiple of 36.
 */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0;
  for (const [index, character] of first14.split('').entries()) {
    const product = DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return DIGITS.charAt((36 - (sum % 36)) % 36);
}

/** Whether a PAN is one: five letters (the fourth names the kind of holder), four digits, a letter. */
export function isPan(text: string): boolean {
  return PAN.test(text);
}

/** Whether a GSTIN is one: 15 characters with a state, a PAN and the right check character. */
export function isGstin(text: string): boolean {
  const pan = GSTIN.exec(text)?.[2];
  return pan !== undefined && isPan(pan) && gstinCheckCharacter(text.slice(0, 14)) === text[14];
}

/** Whether a GSTIN belongs to the holder of a PAN: its third to twelfth characters are that PAN. */
export function isGstinOfPan(gstin: string, pan: string): boolean {
  return gstin.slice(2, 12) === pan;
}

/**
 * A GSTIN as a person types it: small letters and spaces are mended. Parses to its 15 characters, an empty one to null.
 */
export const gstinInputSchema = z
  .string()
  .transform(plain)
  .pipe(
    z.union([z.literal('').transform(() => null), z.string().refine(isGstin, says('not-a-gst'))]),
  )
  .nullable();

/** A PAN as a person types it. Parses to its 10 characters, an empty one to null. */
export const panInputSchema = z
  .string()
  .transform(plain)
  .pipe(z.union([z.literal('').transform(() => null), z.string().refine(isPan, says('not-a-pan'))]))
  .nullable();
