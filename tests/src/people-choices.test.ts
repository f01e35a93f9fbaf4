import { expect, test } from 'vitest';
import { peopleChoices } from '../../src/components/filter-control.tsx';

const person = (_id: string, fullName: string, username: string | null) => ({
  _id,
  fullName,
  username,
});

test('people of one name are told apart where they are chosen', () => {
  const labels = peopleChoices([
    person('1', 'Ramesh Kumar', 'ramesh1'),
    person('2', 'Asha Patil', 'asha'),
    person('3', 'ramesh kumar ', 'ramesh2'),
  ]).map(({ label }) => label);
  expect(labels).toEqual(['Ramesh Kumar · ramesh1', 'Asha Patil', 'ramesh kumar  · ramesh2']);
});

test('where user names are not told, names stand alone', () => {
  const labels = peopleChoices([person('1', 'A', null), person('2', 'A', null)]).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['A', 'A']);
});
