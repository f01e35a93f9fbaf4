import { currentMonth, today } from './dates.ts';

/** What a board is narrowed to. */
export interface CollectionPart {
  readonly clientName?: readonly string[];
  readonly collectorId?: string;
}

/** All money of some days: what a board calls collected in them is its total, where it is narrowed of the same part. */
export function collectionPath(
  from: string = today(),
  to: string = from,
  { clientName = [], collectorId = '' }: CollectionPart = {},
): string {
  const part = [
    ...clientName.map((name) => ['clientName', name]),
    ...(collectorId === '' ? [] : [['collectorId', collectorId]]),
  ];
  return `/collection-report?${new URLSearchParams([['gte', from], ['lte', to], ...part]).toString()}`;
}

/** All money of the month so far. */
export const monthCollectionPath = (): string => collectionPath(currentMonth().from, today());
