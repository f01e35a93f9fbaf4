import { FILE_WORDS } from '../../../../contract/file-words.ts';
import type { FileWord } from '../../../../contract/file-words.ts';

/** What is told of how a file was read and of its rows: the sentences of the contract. */
export const fileWords: Readonly<Record<FileWord, string>> = FILE_WORDS;
