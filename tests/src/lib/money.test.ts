import { describe, expect, it } from 'vitest';
import { formatCount, formatRupees, formatRupeesShort } from '../../../src/lib/money.ts';

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

  it('shortens large amounts to lakh and crore', () => {
    expect(formatRupeesShort(99_999)).toBe('₹99,999');
    expect(formatRupeesShort(420_000)).toBe('₹4.2 L');
    expect(formatRupeesShort(12_500_000)).toBe('₹1.25 Cr');
  });
});
