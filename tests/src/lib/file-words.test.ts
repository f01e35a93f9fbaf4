// @vitest-environment page
import { beforeAll, expect, it } from 'vitest';
import { FILE_WORDS, fileSentence, findFileWords } from '../../../contract/file-words.ts';
import type { FileWord } from '../../../contract/file-words.ts';
import { PROBLEM_WORDS } from '../../../contract/problem-words.ts';
import { errorWords } from '../../../src/lib/error-words.ts';
import { fileWords, translateFileErrors } from '../../../src/lib/file-words.ts';
import { loadAllTexts, startTexts, switchLanguage, text } from '../../../src/lib/texts/texts.ts';

beforeAll(async () => {
  await startTexts('en');
  await loadAllTexts();
});

const words = Object.keys(FILE_WORDS) as FileWord[];

/** As the server fills it in. */
function told(word: FileWord): string {
  const names = [...FILE_WORDS[word].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const odd = { field: 'Mobile Number', column: 'A "b" ($1.*)', names: '"x: y", "z"' };
  return fileSentence(word, {
    ...Object.fromEntries(names.map((name) => [name, '1,234'])),
    ...odd,
  });
}

it.each(words)('%s is found again, and said in English as it came', async (word) => {
  await switchLanguage('en');
  expect(findFileWords(told(word))).toMatchObject([{ word }]);
  expect(fileWords(told(word)).replace('Phone', 'Mobile Number')).toBe(told(word));
});

it('is said in Hindi, each sentence by itself, what it is filled with unchanged', async () => {
  await switchLanguage('hi');
  const said = words.map((word) => fileWords(told(word)));
  expect(new Set(said).size).toBe(words.length);
  for (const sentence of said)
    expect(sentence).toMatch(/^[^A-Za-z]*\p{Script=Devanagari}|^“A "b"/u);
  expect(fileWords(told('cells-left-out'))).toContain('“A "b" ($1.*)” के 1,234 सेल');
  expect(fileWords(told('field-missing'))).not.toContain('Mobile');
  expect(fileWords(`${FILE_WORDS['not-a-phone']} ${FILE_WORDS['stored-without']}`)).toBe(
    'दस अंकों का एक फ़ोन नंबर लिखें, जैसे 9812345678। ऋण इसके बिना जुड़ेगा।',
  );
  expect(fileWords('Something else.')).toBe('Something else.');
});

it('is said so where a file is refused', async () => {
  translateFileErrors();
  const refusal = Object.assign(new Error(told('open-quotation')), { status: 422 });
  await switchLanguage('hi');
  expect(errorWords(refusal)).toBe(
    '422 पंक्ति 1,234 से उद्धरण चिह्न (") खुलता है पर बंद नहीं होता। वह पंक्ति ठीक करें और फ़ाइल फिर अपलोड करें।',
  );
  await switchLanguage('en');
  expect(errorWords(refusal)).toBe(`422 ${told('open-quotation')}`);
});

it('is found behind the name of its column, and so are the words of forms', async () => {
  await switchLanguage('hi');
  expect(fileWords(`Paid on: IST: ${FILE_WORDS['day-to-come']}`)).toBe(
    'Paid on: IST: यह दिन अभी आया नहीं है। तारीख सुधारें।',
  );
  expect(fileWords(PROBLEM_WORDS.required)).toBe(text()('problems.required'));
  expect(fileWords('Remark: of the lender’s own')).toBe('Remark: of the lender’s own');
});
