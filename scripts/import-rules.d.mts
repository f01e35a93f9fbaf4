/** Why `from` may not import the file `to` (both paths from the root), or null when it may. */
export function judgeImport(from: string, to: string): string | null;
/** Why `from` may not import the package `name`, or null when it may. */
export function judgePackage(from: string, name: string): string | null;
/** The specifiers that a source imports or exports from, in any form. */
export function importsOf(fileName: string, source: string): string[];
/** The sentences about what `source` at `file` imports against the rules; none when all is well. */
export function judgeFile(file: string, source: string): string[];
