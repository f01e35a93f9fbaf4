import { describe, expect, test } from 'vitest';
import {
  gstinCheckCharacter,
  gstinInputSchema,
  isGstin,
  isGstinOfPan,
  isPan,
  panInputSchema,
} from '../../contract/tax-numbers.ts';

describe('PAN', () => {
  test('five letters, four digits, a letter; the fourth letter names a kind of holder', () => {
    expect(isPan('AAPFU0939F')).toBe(true);
    expect(isPan('AABCT3518Q')).toBe(true);
    expect(isPan('AABXT3518Q')).toBe(false);
    expect(isPan('AAPFU939F')).toBe(false);
    expect(isPan('1APFU0939F')).toBe(false);
  });

  test('typed small and with spaces it is mended; empty is none', () => {
    expect(panInputSchema.parse(' aapfu 0939f ')).toBe('AAPFU0939F');
    expect(panInputSchema.parse('')).toBeNull();
    expect(panInputSchema.parse(null)).toBeNull();
    expect(panInputSchema.safeParse('AAPFU0939').error?.issues[0]?.message).toContain('This PAN');
  });
});

describe('GSTIN', () => {
  // Numbers in use: their check characters were not made by this code.
  const real = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '33AAACH7409R1Z8'];

  test.each(real)('%s is right', (gstin) => {
    expect(gstinCheckCharacter(gstin.slice(0, 14))).toBe(gstin[14]);
    expect(isGstin(gstin)).toBe(true);
  });

  test('every other check character is wrong', () => {
    for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUWXYZ')
      expect(isGstin(`27AAPFU0939F1Z${character}`)).toBe(false);
  });

  test('two characters that changed places are noticed', () => {
    expect(isGstin('27AAPFU0993F1ZV')).toBe(false);
    expect(isGstin('27AAPUF0939F1ZV')).toBe(false);
  });

  test('an unknown state is refused', () => {
    const wrong = '45AAPFU0939F1Z';
    expect(isGstin(wrong + gstinCheckCharacter(wrong))).toBe(false);
  });

  test('it names the PAN of its holder', () => {
    expect(isGstinOfPan('27AAPFU0939F1ZV', 'AAPFU0939F')).toBe(true);
    expect(isGstinOfPan('27AAPFU0939F1ZV', 'AAGCB7383J')).toBe(false);
  });

  test('typed small and with spaces it is mended; empty is none', () => {
    expect(gstinInputSchema.parse('27 aapfu0939f 1zv')).toBe('27AAPFU0939F1ZV');
    expect(gstinInputSchema.parse('')).toBeNull();
    expect(gstinInputSchema.safeParse('27AAPFU0939F1ZX').success).toBe(false);
  });
});
