import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from '../../scripts/test-results.mjs';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-results-'));
  file = join(folder, 'result.json');
});

afterEach(async () => rm(folder, { recursive: true }));

const browserTest = (title: string, status: string, results: object[] = [{}]) => ({
  title,
  tests: [{ status, results }],
});

describe('the sum of the browser tests', () => {
  it('counts a test that passed only when it was tried again as failed', async () => {
    const specs = [
      browserTest('is steady', 'expected'),
      browserTest('is not', 'flaky', [{ error: { message: 'no button' } }, {}]),
    ];
    const report = { suites: [{ title: 'people', specs }], errors: [] };
    await writeFile(
      file,
      JSON.stringify({ ...report, stats: { expected: 1, unexpected: 0, flaky: 1 } }),
    );
    expect(readPlaywright(file, 0)).toEqual({
      passed: 1,
      failed: 1,
      failures: ['people > is not\n    no button'],
    });
  });

  it('tells every error of a failed test, and what its page showed', async () => {
    const context = join(folder, 'error-context.md');
    await writeFile(
      context,
      '# Page\n\n```yaml\n- heading "Import loans"\n- alert: Network error\n```\n\n# Source\n',
    );
    const errors = [{ message: '\u001b[31mout of time\u001b[39m' }, { message: 'no option' }];
    const attachments = [{ name: 'error-context', path: context }];
    const specs = [
      browserTest('imports', 'unexpected', [{ error: errors[0], errors, attachments }]),
    ];
    const report = { suites: [{ title: 'desk', specs }], errors: [] };
    await writeFile(
      file,
      JSON.stringify({ ...report, stats: { expected: 0, unexpected: 1, flaky: 0 } }),
    );
    expect(readPlaywright(file, 1).failures).toEqual([
      [
        'desk > imports',
        'out of time',
        'no option',
        '- heading "Import loans"',
        '- alert: Network error',
      ].join('\n    '),
    ]);
  });
});

describe('the sum of the other tests', () => {
  it('names each failure, and a file that could not be loaded', async () => {
    const testResults = [
      {
        status: 'failed',
        name: '/a.test.ts',
        assertionResults: [
          { status: 'failed', fullName: 'loans are kept', failureMessages: ['lost'] },
          { status: 'passed', fullName: 'loans are found', failureMessages: [] },
        ],
      },
      { status: 'failed', name: '/b.test.ts', message: 'no such module', assertionResults: [] },
    ];
    await writeFile(file, JSON.stringify({ testResults, numPassedTests: 1, numFailedTests: 1 }));
    const found = readVitest(file, 1);
    expect(found).toMatchObject({ passed: 1, failed: 2 });
    expect(found.failures[0]).toBe('loans are kept\n    lost');
    expect(found.failures[1]).toContain('no such module');
  });

  it('is a failure when the runner broke off without a word', () => {
    expect(readVitest(file, 1)).toEqual({ passed: 0, failed: 1, failures: [] });
  });
});
