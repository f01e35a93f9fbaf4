import { databaseJson } from './database-json.ts';

const special = /[\\\t\n\r]/;
const specialAll = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** A text as a value of PostgreSQL's COPY text format. */
export function copyText(text: string): string {
  return special.test(text)
    ? text.replace(specialAll, (character) => escapes[character] ?? '')
    : text;
}

/** Nothing, as COPY writes it. */
export const COPY_NULL = '\\N';

/** A value as JSON in the COPY text format. */
export const copyJson = (value: unknown): string => copyText(databaseJson(value));
