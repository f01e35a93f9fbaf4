import { expect, test } from 'vitest';
import { refusedFields } from '../../../../src/features/people/save-refusal.ts';

test('a weak password is told under its field', () => {
  const error = Object.assign(new Error('Choose another.'), { code: 'WEAK_PASSWORD', status: 400 });
  expect(refusedFields(error)).toEqual([{ field: 'password', message: 'Choose another.' }]);
});
