import { parseArgs } from 'node:util';
import { z } from 'zod';
import { failureWords } from './log.ts';

/** A line for whoever started this program: a result. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line for whoever started this program, beside its result: why it failed, what takes long. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A command was not called as its usage says: the usage is said behind the sentence. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** What else went wrong, another wording of the command does not mend. */
function isWrongUse(error: unknown): boolean {
  const isUnreadable =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return error instanceof WrongUse || error instanceof z.ZodError || isUnreadable;
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n');
  return error instanceof Error ? failureWords(error) : String(error);
}

/**
 * Runs a command of the terminal, then ends the process with the code that it gives, or with `failedCode` after saying
 * what it threw and, after a wrong use, how the command is used. One without a usage takes nothing behind its name: a mistyped option, or
 * `--help`, must not do what it does.
 */
export function runCommandLine(
  command: () => Promise<number>,
  { failedCode = 1, usage }: { failedCode?: number; usage?: string } = {},
): void {
  const start = async () => {
    if (usage === undefined) parseArgs({ options: {} });
    return command();
  };
  start().then(
    (code) => process.exit(code),
    (error: unknown) => {
      remark(sentenceOf(error));
      if (usage !== undefined && isWrongUse(error)) remark(`Usage: ${usage}`);
      process.exit(failedCode);
    },
  );
}
