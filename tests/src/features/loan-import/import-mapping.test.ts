import { expect, test } from 'vitest';
import {
  isSameMapping,
  mappingProblems,
  tidyMapping,
  unmappedColumns,
  withColumn,
  withField,
} from '../../../../src/features/loan-import/import-mapping.ts';

const complete = { Loan_ID: 'A/C No', Customer_Name: 'Name', Total_Due_Amount: 'Due' } as const;

test('a complete mapping has no problems, and columns without a field are kept', () => {
  expect(mappingProblems(complete).size).toBe(0);
  expect(unmappedColumns(['A/C No', 'Name', 'Due', 'ROI'], complete)).toEqual(['ROI']);
});

test('a required field without a column is told', () => {
  const problems = mappingProblems(withColumn(complete, 'Total_Due_Amount', null));
  expect([...problems]).toEqual([['Total_Due_Amount', { kind: 'needed' }]]);
});

test('a column used twice is refused at the second field', () => {
  const problems = mappingProblems(withColumn(complete, 'City', 'Name'));
  expect([...problems]).toEqual([['City', { kind: 'usedTwice', field: 'Customer_Name' }]]);
});

test('from the column’s side: a column feeds one field, and a field that gets another column lets the first one go', () => {
  expect(withField(complete, 'Name', 'City')).toEqual({
    Loan_ID: 'A/C No',
    Total_Due_Amount: 'Due',
    City: 'Name',
  });
  expect(withField(complete, 'Outstanding', 'Total_Due_Amount')).toEqual({
    ...complete,
    Total_Due_Amount: 'Outstanding',
  });
  expect(withField(complete, 'Name', null)).toEqual({ Loan_ID: 'A/C No', Total_Due_Amount: 'Due' });
});

test('typed names are saved without outer spaces, and none for an empty one', () => {
  const typed = { ...complete, City: '  Town ', State: ' ' };
  expect(tidyMapping(typed)).toEqual({ ...complete, City: 'Town' });
  expect(isSameMapping(tidyMapping(typed), complete)).toBe(false);
  expect(isSameMapping(tidyMapping({ ...complete, State: '' }), complete)).toBe(true);
});
