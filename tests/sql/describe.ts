import type { Client, Connection, FieldDef } from 'pg';
import type { Statement } from './statements.ts';
import type { Parameter, Piece, Place } from './values.ts';

/** A column of an answer. */
export interface Column {
  readonly name: string;
  readonly typeId: number;
  /** The table's column that it is read from, unchanged; 0: from none. */
  readonly tableId: number;
  readonly number: number;
}

/** What PostgreSQL says of a statement without running it. */
export type Description = { readonly columns: readonly Column[]; readonly error: null } | Failure;

export interface Failure {
  readonly error: string;
  readonly at: Place | null;
}

interface Refusal extends Error {
  position?: string;
  hint?: string;
}

/** Parses and describes one statement on the client's session. */
class Describing {
  #columns: Column[] = [];
  readonly #text: string;
  readonly #settle: (found: readonly Column[] | Refusal) => void;

  constructor(text: string, settle: (found: readonly Column[] | Refusal) => void) {
    this.#text = text;
    this.#settle = settle;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      typeId: dataTypeID,
      tableId: tableID,
      number: columnID,
    }));
  }

  handleError(error: Refusal): void {
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#columns);
  }
}

/** The text of a statement with its parameters numbered. */
export function numbered(pieces: readonly (Piece | Parameter)[]): string {
  let count = 0;
  return pieces.map((piece) => ('text' in piece ? piece.text : `$${(count += 1)}`)).join('');
}

/** Where the character at `position` (counted from 1) of the numbered text is written. */
function placeIn(pieces: readonly (Piece | Parameter)[], position: number): Place | null {
  let before = 0;
  let count = 0;
  for (const piece of pieces) {
    const { length } = 'text' in piece ? piece.text : `$${(count += 1)}`;
    if (position - 1 < before + length) {
      if ('text' in piece)
        return { file: piece.at.file, offset: piece.at.offset + position - 1 - before };
      const node = piece.parameter;
      return { file: node.getSourceFile(), offset: node.getStart() };
    }
    before += length;
  }
  return null;
}

function failure(error: Refusal, pieces: readonly (Piece | Parameter)[]): Failure {
  const hint = error.hint === undefined ? '' : ` (${error.hint})`;
  const at = error.position === undefined ? null : placeIn(pieces, Number(error.position));
  return { error: `${error.message}${hint}`, at };
}

/** A session that describes statements. */
export class Describer {
  readonly client: Client;
  hasMade = false;

  constructor(client: Client) {
    this.client = client;
  }

  async describe({ pieces }: Pick<Statement, 'pieces'>): Promise<Description> {
    const text = numbered(pieces);
    const found = await new Promise<readonly Column[] | Refusal>((settle) => {
      this.client.query(new Describing(text, settle) as never);
    });
    return found instanceof Error ? failure(found, pieces) : { columns: found, error: null };
  }

  /** Makes what later statements of the same file need: tables of the session and their indexes. */
  async make({ pieces }: Pick<Statement, 'pieces'>): Promise<Failure | null> {
    const text = numbered(pieces).replace(/\bon commit drop\b/i, '');
    const count = Math.max(
      0,
      ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)),
    );
    const table = /\btable (\w+)/i.exec(text)?.[1];
    this.hasMade = true;
    try {
      if (table !== undefined) await this.client.query(`drop table if exists ${table}`);
      await this.client.query(
        text,
        Array.from({ length: count }, () => null),
      );
      return null;
    } catch (error) {
      return failure(error as Refusal, pieces);
    }
  }

  /** Drops all that was made. */
  async forget(): Promise<void> {
    await this.client.query('discard temp');
    this.hasMade = false;
  }
}
