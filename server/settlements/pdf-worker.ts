import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { runFileTask, tell, tellFailure } from '../spreadsheets/file-worker.ts';
import type { PdfMessage, PdfQuestion, PdfTask } from './pdf-reader.ts';

/** What compressed streams of one file may unfold to, all together and with the copies made while they grow. */
const MOST_UNFOLDED = 256_000_000;
/** Smaller arrays are many and soon gone. */
const SMALL_BYTES = 100_000;

const budget = { left: MOST_UNFOLDED };

/**
 * Streams unfold into arrays outside the heap, which no limit of a thread counts: here they are counted. The file is given
 * up by what is thrown, and by `budget`, since the library goes on after some errors.
 */
function countArrays(): void {
  const counted = new Proxy(Uint8Array, {
    construct(target, given: unknown[], newTarget) {
      const [size] = given;
      if (typeof size === 'number' && size > SMALL_BYTES) {
        budget.left -= size;
        if (budget.left < 0) throw new FileProblem('too-large');
      }
      return Reflect.construct(target, given, newTarget) as Uint8Array;
    },
  });
  Object.assign(globalThis, { Uint8Array: counted });
  // It unfolds a stream at once, uncounted; without it the library does so itself.
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
}

const say = (message: PdfMessage): void => {
  if (budget.left < 0) tellFailure(new FileProblem('too-large'));
  else tell(message);
};

/** A piece of text with the line's end after it; marks of the document's structure have none. */
function textOf(item: object): string {
  const text = 'str' in item && typeof item.str === 'string' ? item.str : '';
  return 'hasEOL' in item && item.hasEOL === true ? `${text}\n` : text;
}

// What the library leaves unhandled is of the file, too: it came to nothing.
process.on('unhandledRejection', () => tellFailure(new FileProblem('too-large')));

await runFileTask(async () => {
  const { path } = workerData as PdfTask;
  const bytes = new Uint8Array(await readFile(path));
  countArrays();
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 }).catch(() => null);
  if (pdf === null) return say({ is: 'unopened' });
  // A page that can't be read has no text.
  const pageText = async (number: PdfQuestion) => {
    const page = await pdf.getPage(number).catch(() => null);
    const content = await page?.getTextContent().catch(() => null);
    const items: readonly object[] = content?.items ?? [];
    return items.map(textOf).join('');
  };
  parentPort?.on('message', (question: PdfQuestion) => {
    void pageText(question).then((text) => say({ is: 'page', text }));
  });
  say({ is: 'opened', pages: pdf.numPages });
});
