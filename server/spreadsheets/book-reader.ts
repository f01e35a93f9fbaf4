import { stat } from 'node:fs/promises';
import type { BookKind } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import { startFileThread } from './file-thread.ts';
import type { OpenFile, OpenSheet } from './open-file.ts';
import type { SheetRow } from './sheet-row.ts';

/*
 * Old and binary Excel files, OpenDocument sheets (.ods), web pages and XML that are called .xls, which the xlsx package reads in one piece: always in a thread of
 * its own, with limits of size, memory, cells and time (book-worker.ts).
 */

/** What the thread is to read. */
export interface BookTask {
  readonly path: string;
  readonly kind: BookKind;
}

/** What the thread is asked for once it has read the file. */
export interface BookQuestion {
  readonly sheet: number;
  /** The row to begin with, from 0. */
  readonly from: number;
}

/** What the thread tells: first the book, then rows. */
export type BookMessage =
  | {
      readonly is: 'book';
      readonly sheets: readonly { readonly name: string; readonly rows: number }[];
      readonly isDate1904: boolean;
    }
  | { readonly is: 'rows'; readonly rows: SheetRow[]; readonly next: number | null };

const maxBytes: Readonly<Record<BookKind, number>> = {
  xls: 80_000_000,
  xlsb: 40_000_000,
  ods: 40_000_000,
  html: 60_000_000,
  xml: 60_000_000,
};
const limitMs = 90_000;

/** Opens a file of such a kind; closing it ends its thread. Throws FileProblem when it can't be read within the limits. */
export async function openBook(path: string, kind: BookKind): Promise<OpenFile> {
  const { size } = await stat(path);
  if (size > maxBytes[kind])
    throw new FileProblem('book-too-large', {
      kind: kind.toUpperCase(),
      most: maxBytes[kind] / 1_000_000,
    });
  const task: BookTask = { path, kind };
  const inbox = startFileThread<BookMessage>('spreadsheets/book-worker', task, limitMs);
  const rowsOf = async function* (sheet: number): AsyncGenerator<SheetRow[], void, undefined> {
    let from: number | null = 0;
    while (from !== null) {
      const question: BookQuestion = { sheet, from };
      inbox.ask(question);
      const answer: Exclude<BookMessage, { is: 'book' }> | { is: 'book' } = await inbox.next();
      if (answer.is !== 'rows') throw new Error('The reading thread gave another answer.');
      if (answer.rows.length > 0) yield answer.rows;
      from = answer.next;
    }
  };
  try {
    const book = await inbox.next();
    if (book.is !== 'book') throw new Error('The reading thread gave another answer.');
    return {
      isDate1904: book.isDate1904,
      sheets: book.sheets.map(({ name, rows }, index): OpenSheet => ({
        name,
        rows: () => rowsOf(index),
        estimateRows: async () => rows,
      })),
      close: () => inbox.end(),
    };
  } catch (error) {
    await inbox.end();
    throw error;
  }
}
