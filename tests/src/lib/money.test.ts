// @vitest-environment page
import { describe, expect, it } from 'vitest';
import { formatCount, formatRupees } from '../../../src/lib/money.ts';
import { formatRupeesShort } from '../../../src/lib/short-rupees.ts';
import { loadAllTexts, startTexts, switchLanguage } from '../../../src/lib/texts/texts.ts';

describe('money', () => {
  it('groups rupees the Indian way, without paise', () => {
    expect(formatRupees(123456)).toBe('₹1,23,456');
    expect(formatRupees(0)).toBe('₹0');
    expect(formatRupees(-4500)).toBe('-₹4,500');
    expect(formatRupees(12_34_56_789)).toBe('₹12,34,56,789');
    expect(formatCount(1234567)).toBe('12,34,567');
  });

  it('shows a dash where there is no amount', () => {
    expect(formatRupees(null)).toBe('–');
    expect(formatCount(undefined)).toBe('–');
  });

  it('shortens large amounts to lakh and crore', async () => {
    await startTexts('en');
    await loadAllTexts();
    expect(formatRupeesShort(99_999)).toBe('₹99,999');
    expect(formatRupeesShort(420_000)).toBe('₹4.2 L');
    expect(formatRupeesShort(12_500_000)).toBe('₹1.25 Cr');
    expect(formatRupeesShort(-12_500_000)).toBe('-₹1.25 Cr');
    await switchLanguage('hi');
    expect([420_000, 12_500_000].map(formatRupeesShort)).toEqual(['₹4.2 लाख', '₹1.25 करोड़']);
  });
});
