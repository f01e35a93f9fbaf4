import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedSheetMapping } from '../../../contract/activity-sheet.ts';
import { sheetMappingCalls } from '../../../contract/sheet-mapping-calls.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'sheet-mappings';

/** The saved mappings of a kind of sheet, newest first. */
export function useSheetMappings(kind: SheetKind) {
  return useQuery({
    queryKey: [KEY, kind],
    queryFn: ({ signal }) =>
      server.call(sheetMappingCalls.listSheetMappings, { query: { kind } }, { signal }),
    select: (answer) => answer.data,
    // Uploads save mappings too.
    staleTime: 0,
  });
}

/** Saves a mapping as it was changed, unless someone else changed it meanwhile. */
export function useChangeSheetMapping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      _id,
      ...body
    }: Pick<SavedSheetMapping, '_id' | 'name' | 'mapping' | 'dayOrder' | 'updatedAt'>) =>
      server.call(sheetMappingCalls.changeSheetMapping, { params: { id: _id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Deletes a saved mapping. */
export function useRemoveSheetMapping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      server.call(sheetMappingCalls.removeSheetMapping, { params: { id } }),
    onSuccess: () => {
      // Not waited for: what asked must still be there to tell of it.
      void client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}
