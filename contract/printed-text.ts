import { says } from './errors.ts';
import { textSchema } from './values.ts';

/** Letters that the documents' fonts lack: of other scripts than Latin and Devanagari. */
export const UNPRINTED =
  /(?![\p{Script=Latin}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}\p{N}]/gu;

/** Whether a text has letters that a document cannot show. */
export const hasUnprinted = (text: string): boolean => text.search(UNPRINTED) !== -1;

/** A text that documents show as it is written. */
export const printedTextSchema = (most: number) =>
  textSchema(most).refine((text) => !hasUnprinted(text), says('letters-not-printed'));
