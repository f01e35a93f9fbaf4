import { Suspense, createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { AnswerSource } from '../lib/answer-source.ts';
import type { DataColumn } from './data-table-column.ts';

/** What the export of a list takes. */
export interface ListExportProps {
  /** The list's name: the choice of its columns is kept under it. */
  name: string;
  source: AnswerSource;
  columns: readonly DataColumn<never>[];
}

/** Exporting asks the server: the frame gives it to every list. */
export const ListExportContext = createContext<((props: ListExportProps) => ReactNode) | null>(
  null,
);

/** The export of a list, where the frame has one. */
export function ListExport(props: ListExportProps) {
  const render = useContext(ListExportContext);
  return render === null ? null : <Suspense>{render(props)}</Suspense>;
}
