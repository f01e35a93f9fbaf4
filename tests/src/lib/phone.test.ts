import { describe, expect, it } from 'vitest';
import {
  formatPhone,
  maskPhone,
  navigateLink,
  telLink,
  whatsAppLink,
} from '../../../src/lib/phone.ts';

describe('phone numbers', () => {
  it('are one number in any spelling', () => {
    for (const typed of ['9876543210', '+91 98765 43210', '098765-43210', '0091 9876543210']) {
      expect(formatPhone(typed)).toBe('98765 43210');
      expect(telLink(typed)).toBe('tel:+919876543210');
    }
  });

  it('are masked to their last four digits', () => {
    expect(maskPhone('+91 98765 43210')).toBe('••••• •3210');
    expect(maskPhone(null)).toBe('–');
  });

  it('give no link where there is nothing to dial or to go to', () => {
    expect(telLink('••••• •3210')).toBeNull();
    expect(whatsAppLink('')).toBeNull();
    expect(navigateLink({ address: ' ' })).toBeNull();
    expect(navigateLink({ latitude: 19.1, longitude: 72.8, address: 'x' })).toContain(
      '19.1%2C72.8',
    );
  });
});
