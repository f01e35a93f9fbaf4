import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allocationCalls } from '../../contract/allocation.ts';
import { calls } from '../../contract/calls.ts';
import { fieldProblem, parseFields } from '../../contract/errors.ts';
import type { ProblemCode } from '../../contract/problem-words.ts';
import { promiseRuleInputSchema } from '../../contract/promise.ts';
import { fieldsOf, inputShape, sampleOf } from '../support/call-samples.ts';
import { dayInputSchema, rupeesSchema } from '../../contract/values.ts';

const BAD: unknown[] = [
  undefined,
  null,
  '',
  '  ',
  'x',
  'x'.repeat(5000),
  'a\u0000b',
  '99-99-9999',
  '01-01-0001',
  -1,
  0.123,
  1e15,
  true,
  {},
  [],
  [''],
  ['x', 'x'],
  Array.from({ length: 2000 }, (_, index) => `x${index}`),
];

const codesOf = (given: unknown) =>
  parseFields(rupeesSchema.min(0), given).problems?.map(({ code }) => code);

describe('what the contract finds wrong', () => {
  it('has words in every language: no call says a sentence of its own', () => {
    const own = new Set<string>();
    let found = 0;
    for (const call of calls.filter((each) => each.body !== undefined)) {
      const shape = inputShape(call.body);
      const base = sampleOf({ type: 'object', ...shape }, '', { any: 'x' }) as object;
      for (const field of fieldsOf(shape))
        for (const value of BAD) {
          const problems =
            call.body && parseFields(call.body, { ...base, [field]: value }).problems;
          for (const { path, code, values, message } of problems ?? []) {
            found += 1;
            if (message !== fieldProblem(path, code as ProblemCode, values).message)
              own.add(`${call.name} ${path}: ${message}`);
          }
        }
    }
    expect([...own]).toEqual([]);
    expect(found).toBeGreaterThan(1000);
  });

  it('says what a body should be that is none, or has none of the fields', () => {
    const unsaid = new Set<string>();
    for (const call of calls)
      for (const body of [{}, { other: 1 }, [], [{}], ['x'], 'x', 5])
        for (const { path, code } of (call.body && parseFields(call.body, body).problems) ?? [])
          if (path === '' && code === 'not-valid')
            unsaid.add(`${call.name} ${JSON.stringify(body)}`);
    expect([...unsaid]).toEqual([]);
  });

  it('tells of several ways to say a thing what is wrong with the nearest', () => {
    const body = allocationCalls.assignFieldAgent.body;
    const wrong = (given: unknown) =>
      parseFields(body, given).problems?.map(({ path, code }) => `${path}: ${code}`);
    expect(wrong([{ _id: 'x', fieldAgentId: null }])).toEqual(['0._id: not-an-id']);
    expect(wrong({ loans: [] })).toEqual([
      'matching: required',
      'asOf: required',
      'fieldAgentId: not-an-id',
    ]);
    expect(wrong({ matching: {}, asOf: 'x', fieldAgentId: null })?.[0]).toMatch(/^asOf: /);
  });

  it('tells of a number that may be left empty that it is none', () => {
    const optional = z.union([z.literal(''), z.number().min(0)]);
    const codeOf = (given: unknown) => parseFields(optional, given).problems?.[0]?.code;
    expect(['x', ['1', '2'], -1].map(codeOf)).toEqual([
      'not-a-number',
      'not-a-number',
      'too-small',
    ]);
  });

  it('tells of an amount below or above what is taken that it is, not that it is no whole one', () => {
    expect(codesOf(-5)).toEqual(['too-small']);
    expect(codesOf(1e13)).toEqual(['too-large']);
    expect(codesOf(0.5)).toEqual(['not-whole-rupees']);
  });

  it('tells one thing of a text that is no day', () => {
    const problems = parseFields(dayInputSchema, '10-2026').problems;
    expect(problems?.map(({ code }) => code)).toEqual(['not-a-day']);
  });

  it('names the field, the rule and its limit', () => {
    const { problems } = parseFields(promiseRuleInputSchema, {
      graceDays: 31,
      tolerancePercent: 1.5,
      revision: 0,
    });
    expect(problems).toEqual([
      fieldProblem('graceDays', 'too-large', { most: 30 }),
      fieldProblem('tolerancePercent', 'not-whole'),
      fieldProblem('managerFrom', 'not-whole-rupees'),
    ]);
    expect(problems?.[0]?.message).toBe('Give 30 or less.');
  });
});

it.each([
  ['too-large', 1e20, { most: 1_000_000_000_000 }],
  ['too-small', -1e20, { least: -1_000_000_000_000 }],
])(
  'a number beyond every whole number is told once what its field takes: %s',
  (code, given, values) => {
    const { problems } = parseFields(z.object({ amount: rupeesSchema }), { amount: given });
    expect(problems).toMatchObject([{ path: 'amount', code, values }]);
  },
);
