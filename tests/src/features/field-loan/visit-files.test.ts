import { expect, it, onTestFinished, vi } from 'vitest';
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

/** So many that are there already. */
const filesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    kind: 'photo' as const,
    name: `${at}.jpg`,
    contentType: 'image/jpeg',
    bytes: new TextEncoder().encode(`picture ${at}`).buffer,
  }));

it('the same file again is not attached a second time, and that is said', async () => {
  const letter = await takeFiles([pdf('letter.pdf'), pdf('copy.pdf')], 'supportingDoc', 5);
  const first = withinRoom(letter, filesOf(3));
  expect(first.files.map(({ name }) => name)).toEqual(['letter.pdf']);
  expect(first.problem).toEqual({ key: 'alreadyHere', name: 'copy.pdf' });
  const again = withinRoom(letter, first.files);
  expect(again).toEqual({ files: [], problem: { key: 'alreadyHere', name: 'letter.pdf' } });
});

const heic = (name: string, type: string) =>
  new File(['\0\0\0\u0018ftypheic\0\0\0\0'], name, { type });

it('a picture in a format that no browser here reads is told by that format, however it is called', async () => {
  for (const [name, type] of [
    ['IMG_1.HEIC', 'image/heic'],
    ['IMG_1.jpg', 'image/jpeg'],
    ['IMG_1', ''],
  ] as const) {
    const { problem } = await takeFiles([heic(name, type)], 'photo', 5);
    expect(problem).toEqual({ key: 'photoHeic', name });
  }
});

it('of files that were made ready side by side no more are taken than a visit holds', async () => {
  const chosen = Array.from({ length: 12 }, (_, at) => pdf(`${at}.pdf`, `%PDF-1.7 letter ${at}`));
  const ready = await takeFiles(chosen, 'supportingDoc', MOST_FILES);
  const { files, problem } = withinRoom(ready, filesOf(15));
  expect(files).toHaveLength(MOST_FILES - 15);
  expect(problem).toEqual({ key: 'tooMany', name: '5.pdf' });
  expect(withinRoom(ready, filesOf(3))).toEqual(ready);
});

it('a document that is none, whatever its name says, is refused before the visit is saved', async () => {
  const { files, problem } = await takeFiles([pdf('renamed.pdf', 'a letter')], 'supportingDoc', 5);
  expect(files).toEqual([]);
  expect(problem).toEqual({ key: 'documentFailed', name: 'renamed.pdf' });
});

const picture = (name: string, type: string) =>
  new File(['\u00ff\u00d8 a picture'], name, { type });

/** The browser's own drawing, which takes what begins as a JPEG. */
function standInForDrawing() {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }));
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => context;
      convertToBlob = async () => new Blob(['small']);
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('a picture that comes without a type, as galleries and file apps hand it over, is one all the same', async () => {
  standInForDrawing();
  const chosen = [picture('content', ''), picture('1000037', 'application/octet-stream')];
  const { files, problem } = await takeFiles(chosen, 'photo', 5);
  expect(problem).toBeNull();
  expect(files.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['content.jpg', 'image/jpeg'],
    ['1000037.jpg', 'image/jpeg'],
  ]);
});

it('a PDF that is called a picture is taken as the document it is', async () => {
  const scan = new File(['%PDF-1.7 a letter'], 'scan.jpg', { type: 'image/jpeg' });
  const { files, problem } = await takeFiles([scan], 'photo', 5);
  expect(problem).toBeNull();
  expect(files).toMatchObject([
    { kind: 'supportingDoc', name: 'scan.pdf', contentType: 'application/pdf' },
  ]);
});

it('what is neither a picture nor a PDF is refused by what it is', async () => {
  const chosen = [picture('clip.mp4', 'video/mp4'), picture('unknown', '')];
  const first = await takeFiles(chosen.slice(0, 1), 'photo', 5);
  expect(first.problem).toEqual({ key: 'documentType', name: 'clip.mp4' });
  const second = await takeFiles(chosen.slice(1), 'photo', 5);
  expect(second.problem).toEqual({ key: 'documentType', name: 'unknown' });
});
