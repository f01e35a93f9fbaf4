import { currentMonth, today } from './dates.ts';

/** All money of some days: what a board calls collected in them is its total. */
export const collectionPath = (from: string = today(), to: string = from): string =>
  `/collection-report?gte=${from}&lte=${to}`;

/** All money of the month so far. */
export const monthCollectionPath = (): string => collectionPath(currentMonth().from, today());
