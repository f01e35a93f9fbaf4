/** Which columns of a table are shown; what is not named is as at first. */
export type ColumnChoice = Record<string, boolean>;

const keyOf = (name: string) => `recoup.columns.${name}`;

/** The choice of a table's columns that is kept on this device. */
export function columnChoice(name: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const flags = Object.entries(stored).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    );
    return Object.fromEntries(flags);
  } catch {
    // A damaged choice is worth nothing: show the columns as at first.
    return {};
  }
}

/** Keeps a choice: tables of that name that are made from now on go by it. */
export function keepColumnChoice(name: string, choice: ColumnChoice): void {
  localStorage.setItem(keyOf(name), JSON.stringify(choice));
}
