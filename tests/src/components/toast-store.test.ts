import { beforeEach, expect, it } from 'vitest';
import {
  showError,
  showInfo,
  showSuccess,
  showUndo,
  toastStore,
} from '../../../src/components/toast-store.ts';

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

it('has room for four, and takes no undo away for another toast', () => {
  showUndo('Undo 1', () => undefined);
  showInfo('Open me', () => undefined);
  showSuccess('Saved');
  showUndo('Undo 2', () => undefined);
  showSuccess('Sent');
  expect(shown()).toEqual(['Undo 1', 'Open me', 'Undo 2', 'Sent']);
  for (const each of [3, 4, 5]) showUndo(`Undo ${each}`, () => undefined);
  expect(shown()).toEqual(['Undo 1', 'Undo 2', 'Undo 3', 'Undo 4', 'Undo 5']);
  showSuccess('Saved');
  showSuccess('Sent');
  expect(shown().slice(4)).toEqual(['Undo 5', 'Sent']);
});

it('takes no error away for what went well, as long as something else can go', () => {
  showError('The line is down');
  for (const each of ['Saved', 'Sent', 'Read', 'Opened']) showSuccess(each);
  expect(shown()).toEqual(['The line is down', 'Sent', 'Read', 'Opened']);
});
