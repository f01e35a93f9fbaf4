// @vitest-environment page
import { describe, expect, it } from 'vitest';
import { followPrinting } from '../../../src/app/light-paper.ts';

const root = document.documentElement;
const scheme = () => root.getAttribute('data-mantine-color-scheme');

describe('printing', () => {
  it('is light and leaves the screen as it was', () => {
    root.setAttribute('data-mantine-color-scheme', 'dark');
    const leave = followPrinting();
    window.dispatchEvent(new Event('beforeprint'));
    window.dispatchEvent(new Event('beforeprint'));
    expect(scheme()).toBe('light');
    expect(root.hasAttribute('data-was-dark')).toBe(true);
    window.dispatchEvent(new Event('afterprint'));
    expect(scheme()).toBe('dark');
    expect(root.hasAttribute('data-was-dark')).toBe(false);
    leave();
    window.dispatchEvent(new Event('beforeprint'));
    expect(scheme()).toBe('dark');
  });
});
