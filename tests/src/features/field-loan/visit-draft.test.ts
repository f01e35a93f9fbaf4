import { beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser, visitOf } from '../../offline/support.ts';
import type { Page } from '../../offline/support.ts';

const loadDrafts = () => import('../../../../src/features/field-loan/visit-draft.ts');

const values = {
  disposition: 'FIELD_DOOR_LOCKED',
  personMet: '',
  amount: null,
  excessReason: '',
  isAll: false,
  paymentMode: 'CASH' as const,
  paymentReference: '',
  date: null,
  time: '',
  remarks: 'First visit',
};
let page: Page;
let drafts: Awaited<ReturnType<typeof loadDrafts>>;
let loanId: string;

beforeEach(async () => {
  new FakeServer().install();
  page = await newPhone();
  await logIn(page, newUser());
  // Loaded with the page's own modules, whose vault is open.
  drafts = await loadDrafts();
  loanId = newId();
});

const save = (visitId: string) => page.saveOperation({ ...visitOf(loanId), opId: visitId });

it('a begun visit is there again, with what was typed', async () => {
  const { visitId } = await drafts.openVisitDraft(loanId);
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  expect(await drafts.begunVisit(loanId)).toMatchObject({ visitId });
  expect(await drafts.openVisitDraft(loanId)).toMatchObject({ visitId, values });
});

it('what is kept while a visit is being saved does not come back as the next visit', async () => {
  const { visitId } = await drafts.openVisitDraft(loanId);
  const keeping = drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  await Promise.all([keeping, drafts.endVisitDraft({ loanId, visitId })]);
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  expect(await drafts.begunVisit(loanId)).toBeNull();
  expect((await drafts.openVisitDraft(loanId)).visitId).not.toBe(visitId);
});

it('two visits of one loan, each begun in a tab of its own, are both kept, with their files', async () => {
  const begun = [1, 2].map((startedAt) => ({ visitId: newId(), startedAt, about: null }));
  for (const visit of begun) {
    const said = { ...values, remarks: `Of ${visit.startedAt}` };
    await drafts.keepVisit(loanId, { ...visit, values: said });
    const file = {
      id: newId(),
      kind: 'photo' as const,
      name: 'door.jpg',
      contentType: 'image/jpeg',
    };
    await drafts.keepVisitFiles({ loanId, ...visit }, [{ ...file, bytes: new ArrayBuffer(5) }]);
  }
  for (const { visitId, startedAt } of begun) {
    const kept = await drafts.openVisitDraft(loanId);
    expect(kept).toMatchObject({ visitId, values: { remarks: `Of ${startedAt}` } });
    expect(kept.files).toHaveLength(1);
    await drafts.endVisitDraft({ loanId, visitId });
  }
  expect(await drafts.begunVisit(loanId)).toBeNull();
});

it('what an older version kept of a visit is gone on with, and leaves nothing behind', async () => {
  const visitId = newId();
  await page.saveDraft(`visit:${loanId}`, { visitId, startedAt: 1, about: null, values });
  const file = { id: newId(), kind: 'photo' as const, name: 'door.jpg', contentType: 'image/jpeg' };
  const files = [{ ...file, data: 'AAAA' }];
  await page.saveDraft(`visit-files:${loanId}`, { visitId, files });
  const kept = await drafts.openVisitDraft(loanId);
  expect(kept).toMatchObject({ visitId, values, files: [file] });
  const changed = { ...values, remarks: 'Went on' };
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values: changed });
  expect(await drafts.openVisitDraft(loanId)).toMatchObject({ values: changed, files: [file] });
  await drafts.endVisitDraft({ loanId, visitId });
  const { listDraftKeys } = await import('../../../../src/offline/drafts.ts');
  expect(await listDraftKeys('visit')).toEqual([]);
});

it('what an older version kept stays while the phone has no room to keep it anew', async () => {
  const visitId = newId();
  await page.saveDraft(`visit:${loanId}`, { visitId, startedAt: 1, about: null, values });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  const changed = { ...values, remarks: 'Went on' };
  const kept = drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values: changed });
  await expect(kept).rejects.toMatchObject({ name: 'QuotaExceededError' });
  put.mockRestore();
  expect(await drafts.openVisitDraft(loanId)).toMatchObject({ visitId, values });
});

it.each(['is emptied', 'is saved', 'loses its files'])(
  'what one tab began on a loan outlasts a visit of another tab that %s',
  async (end) => {
    const mine = { loanId, visitId: newId() };
    const other = { loanId, visitId: newId() };
    await drafts.keepVisit(loanId, { ...other, startedAt: 1, about: null, values });
    const picture = { id: newId(), name: 'door.jpg', contentType: 'image/jpeg' };
    const file = { ...picture, kind: 'photo' as const, bytes: new ArrayBuffer(5) };
    await drafts.keepVisitFiles(other, [file]);
    if (end === 'is emptied') await drafts.dropVisitDraft(mine);
    if (end === 'is saved') await drafts.endVisitDraft(mine);
    await drafts.keepVisitFiles(mine, []);
    const { files, ...kept } = await drafts.openVisitDraft(loanId);
    expect(kept).toMatchObject({ visitId: other.visitId, values });
    expect(files).toHaveLength(1);
    await drafts.dropVisitDraft(other);
    expect(await drafts.openVisitDraft(loanId)).toMatchObject({ values: null, files: [] });
  },
);

it('what is typed and chosen right after a visit was emptied is kept, however slow the phone is', async () => {
  const { visitId } = await drafts.openVisitDraft(loanId);
  const place = { loanId, visitId };
  const file = { id: newId(), kind: 'photo' as const, name: 'door.jpg', contentType: 'image/jpeg' };
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  const emptied = [drafts.dropVisitDraft(place), drafts.keepVisitFiles(place, [])];
  const anew = { ...values, remarks: 'Typed anew' };
  await Promise.all([
    ...emptied,
    drafts.keepVisit(loanId, { visitId, startedAt: 2, about: null, values: anew }),
    drafts.keepVisitFiles(place, [{ ...file, bytes: new ArrayBuffer(5) }]),
  ]);
  const kept = await drafts.openVisitDraft(loanId);
  expect(kept).toMatchObject({ visitId, values: anew });
  expect(kept.files).toHaveLength(1);
});

it('a draft left behind by a kill right after the save is not gone on with under the same id', async () => {
  const { visitId } = await drafts.openVisitDraft(loanId);
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  await save(visitId);
  expect(await drafts.begunVisit(loanId)).toBeNull();
  const next = await drafts.openVisitDraft(loanId);
  expect(next).toMatchObject({ values: null, files: [] });
  await save(next.visitId);
  expect(await page.listOutbox()).toHaveLength(2);
});

const begin = async () => {
  const { visitId } = await drafts.openVisitDraft(loanId);
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  return { loanId, visitId };
};

const aChoice = () => {
  const file = new File(['picture'], 'door.png', { type: 'image/png' });
  return { id: newId(), kind: 'photo' as const, read: async () => file, isReady: false };
};

it('a visit opened again at once has all that was chosen in it, as it was chosen', async () => {
  const place = await begin();
  const choices = [aChoice(), aChoice(), aChoice()];
  void drafts.keepAsChosen(place, choices);
  const { chosen } = await drafts.openVisitDraft(loanId);
  expect(new Set(chosen.map(({ id }) => id))).toEqual(new Set(choices.map(({ id }) => id)));
  const file = await drafts.readChosen(place, choices[2] ?? aChoice());
  expect(file).toMatchObject({ name: 'door.png', type: 'image/png' });
  expect(await file?.text()).toBe('picture');
});

it('nothing that was chosen for a visit stays on the phone once that is saved or thrown away', async () => {
  const place = await begin();
  const keeping = drafts.keepAsChosen(place, [aChoice(), aChoice()]);
  await drafts.endVisitDraft(place);
  await keeping;
  const { listDraftKeys } = await import('../../../../src/offline/drafts.ts');
  expect(await listDraftKeys('visit')).toEqual([]);
});

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError');
};

it('a begun visit is kept where the browser does not note whose tab it was', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse });
  page = await newPhone();
  await logIn(page, newUser());
  drafts = await loadDrafts();
  const { visitId } = await drafts.openVisitDraft(loanId);
  await drafts.keepVisit(loanId, { visitId, startedAt: 1, about: null, values });
  expect(await drafts.openVisitDraft(loanId)).toMatchObject({ visitId, values });
  vi.unstubAllGlobals();
});
