import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { beginLoggedIn } from './one-phone.ts';

beforeEach(() => beginLoggedIn());

const FORM = '/settlement/propose?loanId=1#Propose#';
const letter = new File(['a letter'], 'letter.pdf', {
  type: 'application/pdf',
  lastModified: 5,
});
const photo = new File(['a photo'], 'door.jpg', { type: 'image/jpeg', lastModified: 7 });

/** As a page that began anew has them: what it was told before it knows nothing of. */
const load = async () => import('../../../src/offline/input-drafts.ts');

async function kept(form = FORM) {
  const { readInputDraft } = await load();
  const draft = await readInputDraft(form);
  const files = Object.values(draft?.files ?? {}).flat();
  const read = files.map(
    async (file) => `${file.name} ${file.type} ${file.lastModified}: ${await file.text()}`,
  );
  return draft && { input: draft.input, files: await Promise.all(read), lacks: draft.lacksFiles };
}

it("a form's files outlast its page, each form's its own, until they are taken out or the form is done", async () => {
  const { saveInputDraft, clearInputDraft } = await load();
  const draft = (files: File[], remarks: string) =>
    saveInputDraft(FORM, { input: { remarks }, files: { files }, lacksFiles: false });
  await draft([letter, photo], 'a');
  await saveInputDraft(`${FORM}:2`, { input: {}, files: { files: [photo] }, lacksFiles: false });
  const all = ['letter.pdf application/pdf 5: a letter', 'door.jpg image/jpeg 7: a photo'];
  expect(await kept()).toEqual({ input: { remarks: 'a' }, files: all, lacks: false });
  // One is taken out, then more is typed, and nobody waits.
  await Promise.all([draft([photo], 'b'), draft([photo], 'bc')]);
  expect(await kept()).toEqual({ input: { remarks: 'bc' }, files: all.slice(1), lacks: false });
  await Promise.all([draft([letter, photo], 'late'), clearInputDraft(FORM)]);
  expect(await kept()).toBeNull();
  expect((await kept(`${FORM}:2`))?.files).toEqual(all.slice(1));
  const { listDraftKeys } = await import('../../../src/offline/drafts.ts');
  expect(await listDraftKeys('form-file:')).toHaveLength(1);
});

it('who types while kept files are still read does not lose them', async () => {
  const { saveInputDraft, readInputDraft } = await load();
  const files = { files: [letter] };
  await saveInputDraft(FORM, { input: {}, files, lacksFiles: false });
  const [read] = await Promise.all([
    readInputDraft(FORM),
    saveInputDraft(FORM, { input: { remarks: 'x' }, files: {}, lacksFiles: false }),
  ]);
  expect(read?.files['files']).toHaveLength(1);
});

it('a file that could not be kept is said to be missing; the rest is there', async () => {
  const { saveInputDraft } = await load();
  const gone = new File([], 'gone.jpg');
  gone.arrayBuffer = async () =>
    Promise.reject(new DOMException('It was removed.', 'NotFoundError'));
  const files = { files: [gone, photo] };
  await saveInputDraft(FORM, { input: { remarks: 'a' }, files, lacksFiles: false });
  const draft = await kept();
  expect(draft?.lacks).toBe(true);
  expect(draft?.files).toHaveLength(1);
});

it('a form that nobody came back to for a week is told of, with where it stands, until it is done', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { saveInputDraft, leftForms, clearInputDraft } = await load();
  const begun = Date.now();
  await saveInputDraft(FORM, { input: { remarks: 'a' }, files: {}, lacksFiles: false });
  vi.setSystemTime(begun + 6 * 86_400_000);
  await saveInputDraft('/later#x#', { input: { remarks: 'b' }, files: {}, lacksFiles: false });
  expect(await leftForms()).toEqual([]);
  vi.setSystemTime(begun + 8 * 86_400_000);
  expect(await leftForms()).toEqual([
    { form: FORM, path: '/settlement/propose?loanId=1', keptAt: begun },
  ]);
  await clearInputDraft(FORM);
  expect(await leftForms()).toEqual([]);
});
