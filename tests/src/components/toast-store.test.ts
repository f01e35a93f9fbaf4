import { beforeEach, expect, it } from 'vitest';
import { showSuccess, showUndo, toastStore } from '../../../src/components/toast-store.ts';

beforeEach(() => toastStore.set([]));

const shown = () => toastStore.get().map(({ message }) => message);

it('says the same words once, however often they are said, and as the newest', () => {
  showSuccess('Saved on this phone');
  showSuccess('Sent');
  showSuccess('Saved on this phone');
  expect(shown()).toEqual(['Sent', 'Saved on this phone']);
});

it('keeps each undo, though its words are those of another', () => {
  showUndo('Removed', () => undefined);
  showUndo('Removed', () => undefined);
  expect(shown()).toEqual(['Removed', 'Removed']);
});
