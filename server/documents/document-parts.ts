/** A column of a table in a document. */
export interface DocumentColumn {
  readonly heading: string;
  /** Its share of the page's width, beside the others' shares; 1 when absent. */
  readonly share?: number;
  /** Figures stand at the right. */
  readonly isFigure?: boolean;
}

/** A table: it goes on over pages, its headings on each. */
export interface DocumentTable {
  readonly kind: 'table';
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly (readonly string[])[];
  /** A last row that stands out. */
  readonly total?: readonly string[];
}

/** What a document is made of, from top to bottom. Texts may mix Latin and Devanagari. */
export type DocumentPart =
  | { readonly kind: 'text'; readonly text: string; readonly isStrong?: boolean }
  | { readonly kind: 'heading'; readonly text: string }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string }
  /** What is told of one thing: a label and its value in each row. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | DocumentTable
  /** Where somebody signs, with who that is below the line. */
  | { readonly kind: 'signature'; readonly lines: readonly string[] };

/** A letter, statement or invoice on A4. */
export interface PrintedDocument {
  /** The document's title, in the file's properties too. */
  readonly title: string;
  /** Whose paper it is: the name large, address and numbers below it. */
  readonly letterhead: { readonly name: string; readonly lines: readonly string[] };
  /** What stands at the right of the letterhead: the day, a number. */
  readonly aside?: readonly string[];
  readonly parts: readonly DocumentPart[];
  /** Stands on every page at its foot, beside the page's number. */
  readonly footer: string;
  /** Across every page, pale: what the document is not yet. */
  readonly watermark?: string;
  /** The words of "Page 1 of 2"; English when absent. */
  readonly pageOf?: (page: number, pages: number) => string;
}
