import { parentPort } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';
import type { ThreadFailure } from './file-thread.ts';
import type { PieceMessage } from './thread-pieces.ts';

/*
 * The side of the thread: it gets one task, tells what it finds, and ends. Pieces that the other side has not taken yet
 * are limited, so that a slow database does not fill the memory.
 */

const maxPiecesAhead = 4;
const ahead: { pieces: number; wake: () => void } = { pieces: 0, wake: () => undefined };

/** Tells the server something. */
export function tell(message: { readonly is: string }, handOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handOver);
}

/** Tells a piece, then waits until few enough are on their way. `lines` of it are handed over, not copied. */
export async function tellPiece(piece: unknown, lines?: Uint8Array<ArrayBuffer>): Promise<void> {
  const message: PieceMessage<unknown, never> = { is: 'piece', piece };
  tell(message, lines === undefined ? [] : [lines.buffer]);
  ahead.pieces += 1;
  while (ahead.pieces >= maxPiecesAhead)
    await new Promise<void>((resolve) => {
      ahead.wake = resolve;
    });
}

/** Tells what came of the task. */
export function tellAnswer(answer: unknown): void {
  const message: PieceMessage<never, unknown> = { is: 'answer', answer };
  tell(message);
}

/** Tells what is read piece by piece, then what came of it. */
export async function tellPieces(
  pieces: AsyncGenerator<{ readonly lines: Uint8Array<ArrayBuffer> }, unknown, undefined>,
): Promise<void> {
  for (;;) {
    const next = await pieces.next();
    if (next.done) return tellAnswer(next.value);
    await tellPiece(next.value, next.value.lines);
  }
}

/** What of an error goes to the other side: an error that is sent loses its code, by which a full disk is known. */
function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { is: 'error', message: String(error), stack: '' };
  const code = 'code' in error ? { code: String(error.code) } : {};
  return { is: 'error', message: error.message, stack: String(error.stack), ...code };
}

/** Tells that the file can't be read, or what failed. */
export function tellFailure(error: unknown): void {
  const failure: ThreadFailure =
    error instanceof FileProblem
      ? { is: 'problem', word: error.word, values: error.values, isWrongType: error.isWrongType }
      : failureOf(error);
  tell(failure);
}

/** Does the thread's task and tells when it fails. */
export async function runFileTask(run: () => Promise<void>): Promise<void> {
  parentPort?.on('message', () => {
    ahead.pieces -= 1;
    ahead.wake();
  });
  try {
    await run();
  } catch (error) {
    tellFailure(error);
  }
}

/** Answers what the other side asks by `Inbox.ask`, until it ends the thread; tells when it fails. */
export function answerQuestions(answer: (question: unknown) => { readonly is: string }): void {
  parentPort?.on('message', (question: unknown) => {
    try {
      tell(answer(question));
    } catch (error) {
      tellFailure(error);
    }
  });
}
