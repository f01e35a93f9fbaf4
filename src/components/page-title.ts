import { createStore } from '../lib/store.ts';

/** What the phone's top bar says of the screen below it. */
export interface PageTitle {
  title: string;
  /** How many there are, as it is shown. */
  count: string | null;
  backTo: string | null;
}

/** The title of the screen shown now; set by its PageHeader, null without one. */
export const pageTitleStore = createStore<PageTitle | null>(null);
