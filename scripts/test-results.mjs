// What the test runners wrote about themselves, in one shape: counts, what failed, what passed only at its second try.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root, say } from './setup/say.mjs';

/** Lines of a failure's message that are told again at the end. */
const TOLD_LINES = 6;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    say(`the runner left no result (${relative(root, file)}).`);
    return null;
  }
}

/** A runner that broke off without a word counts as one failure. */
function withExitCode(result, code) {
  return code === 0 ? result : { ...result, failed: Math.max(1, result.failed) };
}

const beginningOf = (message) => (message ?? '').split('\n').slice(0, TOLD_LINES).join('\n    ');

const NOTHING = { passed: 0, failed: 0, failures: [], unsteady: [], files: [] };

/** Vitest's JSON report; `files` are those in which something failed. */
export function readVitest(file, code) {
  const report = readJson(file);
  if (report === null) return withExitCode(NOTHING, code);
  const files = report.testResults.filter(({ status }) => status === 'failed');
  const failures = files.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const told = failed.map(
      ({ fullName, failureMessages }) => `${fullName}\n    ${beginningOf(failureMessages[0])}`,
    );
    return told.length > 0 ? told : [`${relative(root, name)}\n    ${beginningOf(message)}`];
  });
  return withExitCode(
    {
      passed: report.numPassedTests,
      failed: Math.max(report.numFailedTests, failures.length),
      failures,
      unsteady: [],
      files: [...new Set(files.map(({ name }) => relative(root, name)))],
    },
    code,
  );
}

/** The sum of a run and of the second try of its failed files. */
export function secondTry(run, again) {
  const failedAgain = new Set(again.failures.map((text) => text.split('\n')[0]));
  const passedNow = run.failures.filter((text) => !failedAgain.has(text.split('\n')[0]));
  return {
    ...again,
    passed: run.passed + Math.max(0, run.failed - again.failed),
    unsteady: passedNow,
  };
}

const testsOf = (suite, path = []) => {
  const here = suite.title === '' ? path : [...path, suite.title];
  return [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map((test) => ({ ...test, name: [...here, title].join(' > ') })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, here)),
  ];
};

const told = ({ name, results }) => {
  const error = results.find(({ error: found }) => found !== undefined)?.error;
  // oxlint-disable-next-line no-control-regex -- the colours of the terminal
  return `${name}\n    ${beginningOf(error?.message?.replaceAll(/\u001b\[\d+m/g, ''))}`;
};

/** Playwright's JSON report; it tries a failed test again by itself. */
export function readPlaywright(file, code) {
  const report = readJson(file);
  if (report === null) return withExitCode(NOTHING, code);
  const tests = report.suites.flatMap((suite) => testsOf(suite));
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted).map(told);
  const { stats, errors } = report;
  return withExitCode(
    {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      failures: withStatus('unexpected'),
      unsteady: withStatus('flaky'),
      files: [],
    },
    code,
  );
}
