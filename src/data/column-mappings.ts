import { columnMappingCalls as calls } from '../../contract/column-mapping.ts';
import type { MappingKind, SavedMapping } from '../../contract/column-mapping.ts';
import { useBodyCommand, useCallCommand } from './call-command.ts';
import { useCallQuery } from './call-query.ts';

/** The saved mappings of a kind, of the clients that the person may see. */
export function useSavedMappings(kind: MappingKind) {
  return useCallQuery(
    calls.listColumnMappings,
    { query: { kind } },
    // Uploads save mappings too.
    { staleTime: 0, select: ({ data }) => data },
  );
}

/** Saves a mapping under a name for a client's next file. */
export const useSaveMapping = () => useBodyCommand(calls.saveColumnMapping);

/** Renames a saved mapping, changes its columns and how its dates are written. */
export const useChangeMapping = () => useCallCommand(calls.changeColumnMapping);

/** Deletes a saved mapping, and puts it back as it was. */
export function useMappingRemoval() {
  // What asked must still be there to tell of it: it does not wait.
  const remove = useCallCommand(calls.removeColumnMapping, { isWaited: false });
  const save = useSaveMapping();
  return {
    isPending: remove.isPending,
    remove: ({ _id }: SavedMapping) => remove.mutateAsync({ params: { id: _id } }),
    putBack: ({ kind, Client_Name, name, mapping, dayOrder, columns }: SavedMapping) =>
      save.mutate({
        kind,
        Client_Name,
        name,
        mapping,
        dayOrder,
        ...(columns !== null && { columns }),
      }),
  };
}
