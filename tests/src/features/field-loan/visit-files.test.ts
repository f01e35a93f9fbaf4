import { expect, it } from 'vitest';
import {
  MOST_FILES,
  takeFiles,
  withinRoom,
} from '../../../../src/features/field-loan/visit-files.ts';

const pdf = (name: string, text = '%PDF-1.7 a letter') =>
  new File([text], name, { type: 'application/pdf' });

it('an empty document is refused by its name, before the visit is saved', async () => {
  const taken = await takeFiles([pdf('empty.pdf', ''), pdf('letter.pdf')], 'supportingDoc', 5);
  expect(taken.problem).toEqual({ key: 'documentFailed', name: 'empty.pdf' });
  expect(taken.files.map(({ name }) => name)).toEqual(['letter.pdf']);
});

it('a name that is too long to be kept is shortened and keeps its ending', async () => {
  const { files, problem } = await takeFiles([pdf(`${'n'.repeat(260)}.pdf`)], 'supportingDoc', 5);
  expect(problem).toBeNull();
  expect(files.map(({ name }) => name)).toEqual([`${'n'.repeat(200)}.pdf`]);
});

it('of files that were made ready side by side no more are taken than a visit holds', async () => {
  const chosen = Array.from({ length: 12 }, (_, at) => pdf(`${at}.pdf`));
  const ready = await takeFiles(chosen, 'supportingDoc', MOST_FILES);
  const { files, problem } = withinRoom(ready, 15);
  expect(files).toHaveLength(MOST_FILES - 15);
  expect(problem).toEqual({ key: 'tooMany', name: '5.pdf' });
  expect(withinRoom(ready, 3)).toEqual(ready);
});

it('a document that is none, whatever its name says, is refused before the visit is saved', async () => {
  const { files, problem } = await takeFiles([pdf('renamed.pdf', 'a letter')], 'supportingDoc', 5);
  expect(files).toEqual([]);
  expect(problem).toEqual({ key: 'documentFailed', name: 'renamed.pdf' });
});
