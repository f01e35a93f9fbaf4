import { listExportCalls } from '../../contract/list-export.ts';
import { saveSheet } from '../lib/sheet.ts';
import type { SheetTable } from '../lib/sheet.ts';
import { useCallOnce } from './call-command.ts';

/**
 * Saves a small table that a screen already has as a sheet, with the watermarks of its lenders below it; the server notes
 * who took it.
 */
export function useMarkedSheet(screen: string, clientName: readonly string[] = []) {
  const marking = useCallOnce(listExportCalls.markFile);
  return async (fileName: string, table: SheetTable): Promise<void> => {
    const body = { screen, rows: table.rows.length, clientName: [...clientName] };
    const { marks } = await marking.mutateAsync({ body });
    await saveSheet(fileName, { ...table, notes: marks });
  };
}
