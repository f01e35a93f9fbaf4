import { isReadHere, startFileThread } from '../spreadsheets/file-thread.ts';
import type { Inbox } from '../spreadsheets/file-thread.ts';
import { readSheetFile } from './sheet-file.ts';
import type { SheetPiece, SheetRead, SheetTask } from './sheet-file.ts';
import { lookIntoFile } from './sheet-reading.ts';
import type { SheetLook, SheetSource } from './sheet-reading.ts';

/** What the thread is asked to do. */
export type SheetThreadTask =
  | { readonly do: 'look'; readonly source: SheetSource }
  | { readonly do: 'read'; readonly task: SheetTask };

/** What the thread tells. */
export type SheetThreadMessage =
  | { readonly is: 'look'; readonly look: SheetLook }
  | { readonly is: 'piece'; readonly piece: SheetPiece }
  | { readonly is: 'read'; readonly read: SheetRead };

const startThread = (task: SheetThreadTask): Inbox<SheetThreadMessage> =>
  startFileThread<SheetThreadMessage>('activity-sheets/sheet-worker', task);

/** `lookIntoFile` in a thread of its own, so that the server stays responsive. */
export async function lookInThread(source: SheetSource): Promise<SheetLook> {
  if (await isReadHere(source.path)) return lookIntoFile(source);
  const inbox = startThread({ do: 'look', source });
  try {
    const message = await inbox.next();
    if (message.is !== 'look') throw new Error('The reading thread gave another answer.');
    return message.look;
  } finally {
    await inbox.end();
  }
}

/** `readSheetFile` in a thread of its own. Ending the iteration early ends the thread. */
export async function* readInThread(
  task: SheetTask,
): AsyncGenerator<SheetPiece, SheetRead, undefined> {
  if (await isReadHere(task.source.path)) return yield* readSheetFile(task);
  const inbox = startThread({ do: 'read', task });
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.is === 'read') return message.read;
      if (message.is === 'piece') yield message.piece;
      inbox.more();
    }
  } finally {
    await inbox.end();
  }
}
