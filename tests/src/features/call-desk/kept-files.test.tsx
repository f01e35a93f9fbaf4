// @vitest-environment page
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser } from '../../offline/support.ts';
import { PATIENCE } from '../../../support/patience.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const loadHook = () => import('../../../../src/features/call-desk/use-kept-files.ts');
type Kept = ReturnType<Awaited<ReturnType<typeof loadHook>>['useKeptFiles']>;

let hook: Awaited<ReturnType<typeof loadHook>>;
let draft: string;
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  // The window of these tests only names them.
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  new FakeServer().install();
  const page = await newPhone();
  await logIn(page, newUser());
  // Loaded with the page's own modules, whose vault is open.
  hook = await loadHook();
  draft = newId();
});

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Opens the form of the call; `leave` closes it. */
async function openForm(): Promise<{ now: () => Kept; leave: () => Promise<void> }> {
  let kept: Kept | null = null;
  const Form = () => {
    kept = hook.useKeptFiles(draft);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Form />));
  const leave = () => act(async () => root.unmount());
  ends.push(leave);
  return {
    now: () => {
      if (kept === null) throw new Error('There is no form.');
      return kept;
    },
    leave,
  };
}

const fileOf = (name: string, text = name) => new File([text], name, { type: 'image/png' });
const namesOf = ({ files }: Kept) =>
  [...files.screenShot, ...files.supportingDoc].map(({ name }) => name);

const choose = (kept: Kept, ...names: string[]) =>
  act(async () =>
    kept.change({ screenShot: names.map((name) => fileOf(name)), supportingDoc: [] }),
  );

it('files chosen for a call are there again when its form is opened again, byte for byte', async () => {
  const first = await openForm();
  await choose(first.now(), 'one.png', 'two.png');
  await first.leave();
  const second = await openForm();
  await vi.waitFor(() => expect(namesOf(second.now())).toEqual(['one.png', 'two.png']), PATIENCE);
  const [one] = second.now().files.screenShot;
  expect(await one?.text()).toBe('one.png');
  expect(one?.type).toBe('image/png');
});

it('a call that is saved before its kept files are shown has them all the same', async () => {
  const first = await openForm();
  await choose(first.now(), 'one.png');
  await first.leave();
  const second = await openForm();
  const { screenShot } = await act(async () => second.now().allFiles());
  expect(screenShot.map(({ name }) => name)).toEqual(['one.png']);
});

it('what is chosen before the kept files are there comes beside them', async () => {
  const first = await openForm();
  await choose(first.now(), 'one.png');
  await first.leave();
  const second = await openForm();
  await choose(second.now(), 'two.png');
  await vi.waitFor(() => expect(namesOf(second.now())).toEqual(['one.png', 'two.png']), PATIENCE);
});

it('what is chosen before the kept files are there is kept beside them though the form is left at once', async () => {
  const first = await openForm();
  await choose(first.now(), 'one.png');
  await first.leave();
  const second = await openForm();
  const chosen = choose(second.now(), 'two.png');
  await second.leave();
  await chosen;
  const third = await openForm();
  await vi.waitFor(() => expect(namesOf(third.now())).toEqual(['one.png', 'two.png']), PATIENCE);
});

it('files of a saved call do not come back, however late they were to be kept', async () => {
  const first = await openForm();
  const large = fileOf('large.png', 'x'.repeat(2_000_000));
  act(() => first.now().change({ screenShot: [large], supportingDoc: [] }));
  await first.now().forget();
  await first.leave();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const second = await openForm();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(namesOf(second.now())).toEqual([]);
});

it('files that were all taken away again are forgotten', async () => {
  const first = await openForm();
  await choose(first.now(), 'one.png');
  await choose(first.now());
  await first.leave();
  const second = await openForm();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(namesOf(second.now())).toEqual([]);
});
