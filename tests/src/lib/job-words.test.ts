// @vitest-environment page
import { beforeAll, expect, it } from 'vitest';
import { JOB_WORDS, jobSentence } from '../../../contract/job-words.ts';
import type { JobWord } from '../../../contract/job-words.ts';
import { jobWords } from '../../../src/lib/job-words.ts';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';

beforeAll(async () => {
  await startTexts('hi');
  await loadAllTexts();
});

it.each(Object.keys(JOB_WORDS) as JobWord[])('%s is said in Hindi, with its facts', (word) => {
  const names = [...JOB_WORDS[word].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name) => [name, `/srv/${name}.backup`]));
  const told = jobWords(jobSentence(word, values));
  expect(told).toMatch(/[\u0900-\u097f]/);
  for (const value of Object.values(values)) expect(told).toContain(value);
});

it('what is no sentence of ours is told as it came', () => {
  expect(jobWords('Rows differ.')).toBe('Rows differ.');
});
