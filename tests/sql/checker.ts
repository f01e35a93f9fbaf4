import type { Client } from 'pg';
import { kindReader, readCatalogue } from './catalogue.ts';
import type { KindReader } from './catalogue.ts';
import { check } from './check.ts';
import { Describer } from './describe.ts';
import { findingLines, riddleLines } from './report.ts';
import { Sources } from './sources.ts';
import { Reading } from './statements.ts';
import type { Expansion } from './statements.ts';
import { tableLines } from './tables.ts';

/** The server's statements, read once, to be checked against any number of databases. */
export class Checker {
  readonly sources: Sources;
  readonly expansion: Expansion;
  readonly #root: string;
  #kinds: KindReader | null = null;

  /** `root`: the checkout. */
  constructor(root: string) {
    this.#root = root;
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

  /** What of the statements and tables does not fit a database. */
  async findings(url: string): Promise<string[]> {
    this.#kinds ??= await kindReader();
    const describer = new Describer(url);
    await describer.client.connect();
    try {
      return await this.#findingsOf(describer, describer.client, this.#kinds);
    } finally {
      await describer.client.end();
    }
  }

  async #findingsOf(describer: Describer, client: Client, kinds: KindReader): Promise<string[]> {
    const catalogue = await readCatalogue(client);
    const { sources } = this;
    const found = await check({ sources, describer, catalogue, kinds }, this.expansion.statements);
    return [...findingLines(sources, found), ...(await tableLines(this.#root, client))];
  }
}
