import type { REFUSAL_WORDS } from '../../../contract/refusal-words.ts';
import type { early } from './en-early.ts';
import type { first } from './en-first.ts';
import type { rest } from './en-rest.ts';

/** All texts, as English has them; the other languages must have the same keys. English refusals are the server's own. */
export type Catalogue = typeof first &
  typeof early &
  typeof rest & { refusalWords: typeof REFUSAL_WORDS };

/** The languages of the product. */
export const LANGUAGES = ['en', 'hi'] as const;

/** A language of the product. */
export type Language = (typeof LANGUAGES)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Catalogue };
  }
}
