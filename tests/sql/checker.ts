import { Client } from 'pg';
import { kindReader, readCatalogue } from './catalogue.ts';
import type { KindReader } from './catalogue.ts';
import { check } from './check.ts';
import { Describer, numbered } from './describe.ts';
import { findingLines, riddleLines } from './report.ts';
import { Sources } from './sources.ts';
import { Reading } from './statements.ts';
import type { Expansion, Statement } from './statements.ts';

/** The server's statements, read once, to be checked against any number of databases. */
export class Checker {
  readonly sources: Sources;
  readonly expansion: Expansion;
  /** Columns that some row's type says are never null, found by `findings`. */
  readonly neverNull = new Set<string>();
  #kinds: KindReader | null = null;

  /** `root`: the checkout. */
  constructor(root: string) {
    this.sources = new Sources(root, 'server');
    this.expansion = new Reading(this.sources).read();
  }

  close(): void {
    this.sources.close();
  }

  /** What of the statements can't be told from the sources. */
  riddles(): string[] {
    return riddleLines(this.sources, this.expansion);
  }

  /** What of the statements does not fit a database. `about`: only those of files that have this word. */
  async findings(url: string, about?: string): Promise<string[]> {
    this.#kinds ??= await kindReader();
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const checking = {
        sources: this.sources,
        describer: new Describer(client),
        catalogue: await readCatalogue(client),
        kinds: this.#kinds,
        neverNull: this.neverNull,
      };
      return findingLines(this.sources, await check(checking, this.#about(about)));
    } finally {
      await client.end();
    }
  }

  /** Whole files: what a statement needs is made by others of its file. */
  #about(word: string | undefined): readonly Statement[] {
    const { statements } = this.expansion;
    if (word === undefined) return statements;
    const named = new RegExp(String.raw`\b${word}\b`, 'i');
    const files = new Set(
      statements
        .filter(({ pieces }) => named.test(numbered(pieces)))
        .map(({ sent }) => sent.getSourceFile()),
    );
    return statements.filter(({ sent }) => files.has(sent.getSourceFile()));
  }
}
