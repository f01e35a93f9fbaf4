import { afterEach, expect, it, vi } from 'vitest';
import { log } from '../../../src/lib/log.ts';

afterEach(() => vi.restoreAllMocks());

it('says what failed and where, never an error’s own words', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = Object.assign(new TypeError('Asha Verma, 98765 01234'), { code: 'NO_LOAN' });
  log.error('A screen failed.', error);
  const words = said.mock.calls.flat().join(' ');
  expect(words).toContain('A screen failed. TypeError NO_LOAN');
  expect(words).toContain('log.test.ts');
  expect(words).not.toContain('Asha');
  expect(words).not.toContain('98765');
});

it('says a warning at its level, and of what is no error only that', () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  log.warn('Old call data could not be cleared.', 'Asha Verma');
  log.warn('Waits.');
  expect(said.mock.calls).toEqual([['Old call data could not be cleared.', 'string'], ['Waits.']]);
});
