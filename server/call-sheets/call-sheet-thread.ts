import { isReadHere, startFileThread } from '../spreadsheets/file-thread.ts';
import { readCallSheet } from './call-sheet-file.ts';
import type { CallSheetPiece, CallSheetRead, CallSheetTask } from './call-sheet-file.ts';

/** What the thread tells. */
export type CallSheetMessage =
  | { readonly is: 'piece'; readonly piece: CallSheetPiece }
  | { readonly is: 'read'; readonly read: CallSheetRead };

/** `readCallSheet` in a thread of its own, so that the server stays responsive. Ending the iteration early ends the thread. */
export async function* readCallsInThread(
  task: CallSheetTask,
): AsyncGenerator<CallSheetPiece, CallSheetRead, undefined> {
  if (await isReadHere(task.path)) return yield* readCallSheet(task);
  const inbox = startFileThread<CallSheetMessage>('call-sheets/call-sheet-worker', task);
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.is === 'read') return message.read;
      yield message.piece;
      inbox.more();
    }
  } finally {
    await inbox.end();
  }
}
