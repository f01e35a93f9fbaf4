/** What a runner found. */
export interface TestResult {
  readonly passed: number;
  readonly failed: number;
  /** Name and beginning of the message of each failure. */
  readonly failures: readonly string[];
}

/** Reads Vitest's JSON report; `code` is its exit code. */
export function readVitest(file: string, code: number): TestResult;
/** Reads Playwright's JSON report; `code` is its exit code. */
export function readPlaywright(file: string, code: number): TestResult;
