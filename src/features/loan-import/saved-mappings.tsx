import type { SavedMapping } from '../../../contract/column-mapping.ts';
import { textColumn } from '../../components/columns.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { TABLE_PAGE_SIZE } from '../../components/list-state.ts';
import { SavedMappingList } from '../../components/saved-mapping-list.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useMappingRemoval, useSavedMappings } from '../../data/column-mappings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields } from './import-mapping.ts';

const FILTERS = { search: 'text', client: 'text' } as const;

/** The saved mappings by when they were changed; a row opens its mapping. */
export function SavedMappings() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const mappings = useSavedMappings('LOANS');
  const clients = [...new Set((mappings.data ?? []).map((saved) => saved.Client_Name))].sort();
  const found = mappings.data?.filter((saved) => isFound(saved, url.values));
  return (
    <SavedMappingList
      name="mappings"
      label={t('loanMappings.title')}
      mappings={{ ...mappings, data: found }}
      state={{ ...url, pageSize: TABLE_PAGE_SIZE }}
      search={t('loanMappings.search')}
      fields={[choiceField('client', t('words.client'), choices(clients))]}
      about={textColumn(
        'fields',
        t('loanImport.mappingFields'),
        ({ mapping }) => mappedFields(mapping).length,
        { align: 'right' },
      )}
      removal={useMappingRemoval()}
      edit={{ path: ({ _id }) => `/loan/update-import-mapping?id=${_id}` }}
      editLabel={t('loanMappings.edit')}
      empty={<EmptyState title={t('loanMappings.emptyTitle')} body={t('loanMappings.emptyBody')} />}
    />
  );
}

function isFound(saved: SavedMapping, { search, client }: { search: string; client: string }) {
  const words = `${saved.name} ${saved.Client_Name}`.toLowerCase();
  return words.includes(search.toLowerCase()) && (client === '' || saved.Client_Name === client);
}
