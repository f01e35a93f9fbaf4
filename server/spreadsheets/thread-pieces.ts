import type { ThreadModule } from '../thread.ts';
import { startFileThread } from './file-thread.ts';

/** What a thread tells that reads a file (`tellPieces`): pieces of it, then its answer. */
export type PieceMessage<Piece, Answer> =
  | { readonly is: 'piece'; readonly piece: Piece }
  | { readonly is: 'answer'; readonly answer: Answer };

/** The pieces that a thread reads, so that the server stays responsive. Ending the iteration early ends the thread. */
export async function* threadPieces<Piece, Answer>(
  module: ThreadModule,
  task: unknown,
  limitMs?: number,
): AsyncGenerator<Piece, Answer, undefined> {
  const inbox = startFileThread<PieceMessage<Piece, Answer>>(module, task, limitMs);
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.is === 'answer') return message.answer;
      yield message.piece;
      inbox.more();
    }
  } finally {
    await inbox.end();
  }
}

/** What a thread answers that tells no pieces. */
export async function threadAnswer<Answer>(module: ThreadModule, task: unknown): Promise<Answer> {
  const { value } = await threadPieces<never, Answer>(module, task).next();
  return value;
}
