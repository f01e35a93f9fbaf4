import { listExportCalls } from '../../contract/list-export.ts';
import { saveSheet } from '../lib/sheet.ts';
import type { SheetRows } from '../lib/sheet.ts';
import { useCallOnce } from './call-command.ts';

/**
 * Saves a small table that a screen already has as a sheet, with the watermarks of its lenders below it; the server notes
 * who took it.
 */
export function useMarkedSheet(screen: string, clientName: readonly string[] = []) {
  const marking = useCallOnce(listExportCalls.markFile);
  return async (fileName: string, rows: SheetRows): Promise<void> => {
    // The header is no row of the table.
    const body = { screen, rows: Math.max(0, rows.length - 1), clientName: [...clientName] };
    const { marks } = await marking.mutateAsync({ body });
    await saveSheet(fileName, [...rows, ...marks.map((mark) => [mark])]);
  };
}
