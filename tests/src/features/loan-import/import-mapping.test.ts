import { expect, test } from 'vitest';
import {
  mappingProblems,
  unmappedColumns,
  withColumn,
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
