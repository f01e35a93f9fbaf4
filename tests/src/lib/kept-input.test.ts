import { beforeEach, expect, it } from 'vitest';
import {
  forgetKeptInput,
  keepUnsavedInput,
  noteUnsavedInput,
  takeKeptInput,
} from '../../../src/lib/kept-input.ts';

const FORM = '/manager/edit?id=1';

beforeEach(() => forgetKeptInput(null));

it('keeps what stood unsaved on screen when the session ended, for its person, once', () => {
  const stop = noteUnsavedInput(FORM, () => ({
    fullName: 'Asha',
    password: 'secret',
    again: 'secret',
    pin: '2580',
  }));
  keepUnsavedInput('manager');
  stop();
  forgetKeptInput('manager');
  expect(takeKeptInput(FORM)).toEqual({ fullName: 'Asha' });
  expect(takeKeptInput(FORM)).toBeNull();
});

it('keeps nothing for somebody else, nor after a logout, nor of a form that was left or saved', () => {
  const stop = noteUnsavedInput(FORM, () => ({ fullName: 'Asha' }));
  keepUnsavedInput('manager');
  forgetKeptInput('customer');
  expect(takeKeptInput(FORM)).toBeNull();
  keepUnsavedInput('manager');
  forgetKeptInput(null);
  expect(takeKeptInput(FORM)).toBeNull();
  stop();
  keepUnsavedInput('manager');
  expect(takeKeptInput(FORM)).toBeNull();
});
