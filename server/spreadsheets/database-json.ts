/**
 * A value as JSON that PostgreSQL takes: without halves of characters (lone surrogates) and NULs. A backslash that stands in
 * the value itself is two in JSON, and what follows it is no escape.
 */
export function databaseJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/\\\\|\\u(?:d[89a-f][0-9a-f]{2}|0000)/gi, (found) =>
    found === '\\\\' ? found : '',
  );
}
