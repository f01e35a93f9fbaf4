/** The sentences about amounts that `source` at `file` (path from the root) shows as bare numbers; none when all is well. */
export function rawAmountsIn(file: string, source: string): string[];
