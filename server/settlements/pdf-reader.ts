import { FileProblem } from '../spreadsheets/file-problem.ts';
import { fileLine, startFileThread } from '../spreadsheets/file-thread.ts';
import type { Inbox } from '../spreadsheets/file-thread.ts';

/*
 * The text of PDFs that people upload: always read in a thread of its own (pdf-worker.ts), with limits of pages, text,
 * time and memory. A PDF is a program of sorts: a small one can unfold to gigabytes, or never end.
 */

/** What the thread is to read. */
export interface PdfTask {
  readonly path: string;
}

/** Which page the thread is asked for, from 1. */
export type PdfQuestion = number;

/** What the thread tells: whether it could open the file, then a page's text for each question. */
export type PdfMessage =
  | { readonly is: 'opened'; readonly pages: number }
  | { readonly is: 'unopened' }
  | { readonly is: 'page'; readonly text: string };

/** A PDF's text by pages, up to where a limit was hit: `isCut`. */
export interface PdfText {
  readonly pages: readonly string[];
  readonly isCut: boolean;
}

/** A letter says what it says on its first pages; annexes of hundreds are not read. */
const MOST_PAGES = 30;
/** Thirty closely written pages have a third of it. */
const MOST_CHARACTERS = 300_000;
/** The thread is ended when opening the file, or one page, takes longer. */
const answerMs = 15_000;
/** No further page is asked for after so long. */
const wholeMs = 20_000;

/** A letter does not wait until the sheets of a month are read. One at a time: each may take the memory below. */
const letters = fileLine(1);
const heapMb = 256;

/** The pages that were read within the limits. */
async function pagesOf(inbox: Inbox<PdfMessage>, count: number): Promise<PdfText> {
  const pages: string[] = [];
  let left = MOST_CHARACTERS;
  const from = performance.now();
  try {
    for (let number = 1; number <= Math.min(count, MOST_PAGES); number += 1) {
      if (left <= 0 || performance.now() - from > wholeMs) return { pages, isCut: true };
      const question: PdfQuestion = number;
      inbox.ask(question);
      const message = await inbox.next();
      if (message.is !== 'page') throw new Error('The reading thread gave another answer.');
      pages.push(message.text.slice(0, left));
      left -= message.text.length;
    }
  } catch (error) {
    if (error instanceof FileProblem) return { pages, isCut: true };
    throw error;
  }
  return { pages, isCut: left < 0 };
}

/** Reads what a PDF says, within the limits; null when it can't be opened: damaged, or locked with a password. */
export async function readPdfText(path: string): Promise<PdfText | null> {
  const task: PdfTask = { path };
  const inbox = startFileThread<PdfMessage>('settlements/pdf-worker', task, answerMs, {
    line: letters,
    heapMb,
  });
  try {
    const first = await inbox.next();
    return first.is === 'opened' ? await pagesOf(inbox, first.pages) : null;
  } catch (error) {
    if (error instanceof FileProblem) return { pages: [], isCut: true };
    throw error;
  } finally {
    await inbox.end();
  }
}
