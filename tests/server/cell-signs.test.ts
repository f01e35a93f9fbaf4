import { expect, it } from 'vitest';
import { checkPhone } from '../../server/spreadsheets/contact-value.ts';
import { checkDay } from '../../server/spreadsheets/day-value.ts';
import { textSchema } from '../../contract/values.ts';
import { loanNumberCheck, textCheck } from '../../server/spreadsheets/text-value.ts';

it('what looks the same in a cell of any sheet is the same', () => {
  const loanNumber = loanNumberCheck(60);
  expect(loanNumber('LN\u200b-001\ufeff')).toBe('LN-001');
  expect(loanNumber('\u00a0LN\u00a0001\u200e')).toBe('LN 001');
  expect(textCheck(20)('\u200bcollector\u00a0\u200b')).toBe('collector');
  expect(textCheck(20)('A \u202eB\u202c\u0007 C')).toBe('A B C');
  // Within a word joiners shape the letters.
  expect(textCheck(20)('क\u200dष')).toBe('क\u200dष');
  expect(checkDay('२०/११/२०२५')).toBe('2025-11-20');
  expect(checkDay('20\u201111\u20112025\u200b')).toBe('2025-11-20');
  expect(checkPhone('९८२२० १०००७')).toBe('9822010007');
});

it.each([
  '\u200b',
  '\u200b \u200b',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\u2060\u00a0\u2060',
  '\u061c',
  ' \u202c ',
])(
  'a cell with %j at its ends is stored as a call takes the word, and alone it is empty',
  (unseen) => {
    for (const cell of [`6+${unseen}`, `${unseen}6+`, `6+ ${unseen}`]) {
      const stored = textCheck(20)(cell);
      expect(stored).toBe('6+');
      expect(textSchema(20).parse(cell)).toBe(stored);
    }
    expect(textCheck(20)(unseen)).toBeNull();
  },
);
