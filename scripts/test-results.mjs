// What the test runners wrote about themselves, in one shape: counts, and what failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root, say } from './setup/say.mjs';

/** Lines of a failure's message that are told again at the end. */
const TOLD_LINES = 6;
/** Lines of the page's description: a machine that nobody looks into says what it saw. */
const PAGE_LINES = 80;

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

const NOTHING = { passed: 0, failed: 0, failures: [] };

/** Vitest's JSON report. */
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
    },
    code,
  );
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

/** What the page showed when the test failed, as the runner described it; empty when it did not. */
function shownPage(attachments = []) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return '';
  const [, snapshot = ''] = readFileSync(path, 'utf8').split(/^```yaml$/m);
  return snapshot.split('```')[0].trim().split('\n').slice(0, PAGE_LINES).join('\n    ');
}

// oxlint-disable-next-line no-control-regex -- the colours of the terminal
const plain = (text) => text?.replaceAll(/\u001b\[\d+m/g, '');

const told = ({ name, results }) => {
  const failed = results.find(({ error }) => error !== undefined);
  const { error, errors = [error], attachments } = failed ?? {};
  const parts = [
    name,
    ...errors.map((each) => beginningOf(plain(each?.message))),
    shownPage(attachments),
  ];
  return parts.filter((part) => part !== '').join('\n    ');
};

/** Playwright's JSON report. A test that passed only when it was tried again counts as failed. */
export function readPlaywright(file, code) {
  const report = readJson(file);
  if (report === null) return withExitCode(NOTHING, code);
  const tests = report.suites.flatMap((suite) => testsOf(suite));
  const { stats, errors } = report;
  return withExitCode(
    {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      failures: tests.filter(({ status }) => ['unexpected', 'flaky'].includes(status)).map(told),
    },
    code,
  );
}
