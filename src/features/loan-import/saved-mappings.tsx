import { Menu } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { SavedMapping } from '../../../contract/loan-import.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { pageOfAll, TABLE_PAGE_SIZE } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { mappedFields } from './import-mapping.ts';
import { useRemoveMapping, useSaveMapping, useSavedMappings } from './loan-import-queries.ts';

const FILTERS = { search: 'text', client: 'text' } as const;

const editPath = (saved: SavedMapping) => `/loan/update-import-mapping?id=${saved._id}`;

/** The saved mappings by when they were changed; a row opens its mapping. */
export function SavedMappings() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const mappings = useSavedMappings();
  const columns = useColumns();
  const state = { ...url, pageSize: TABLE_PAGE_SIZE };
  const clients = [...new Set((mappings.data ?? []).map((saved) => saved.Client_Name))].sort();
  const found = mappings.data?.filter((saved) => isFound(saved, url.values));
  return (
    <List<SavedMapping>
      name="mappings"
      label={t('loanMappings.title')}
      columns={columns}
      list={pageOfAll({ ...mappings, data: found }, state)}
      state={state}
      search={t('loanMappings.search')}
      fields={[choiceField('client', t('loanMappings.client'), choices(clients))]}
      rowLabel={(saved) => `${saved.name}, ${saved.Client_Name}`}
      rowHref={editPath}
      hasColumnChooser={false}
      rowActions={actionsOf}
      empty={<EmptyState title={t('loanMappings.emptyTitle')} body={t('loanMappings.emptyBody')} />}
    />
  );
}

const actionsOf = (saved: SavedMapping) => <MappingActions saved={saved} />;

function isFound(saved: SavedMapping, { search, client }: { search: string; client: string }) {
  const words = `${saved.name} ${saved.Client_Name}`.toLowerCase();
  return words.includes(search.toLowerCase()) && (client === '' || saved.Client_Name === client);
}

function useColumns(): DataColumn<SavedMapping>[] {
  const t = useText();
  return [
    textColumn('name', t('loanMappings.name'), (saved) => saved.name, { isFixed: true }),
    textColumn('client', t('loanMappings.client'), (saved) => saved.Client_Name, { card: 'line' }),
    textColumn('fields', t('loanMappings.fields'), (saved) => mappedFields(saved.mapping).length, {
      align: 'right',
    }),
    textColumn('updatedBy', t('loanMappings.updatedBy'), (saved) => saved.updatedBy ?? '–'),
    instantColumn('updatedAt', t('loanMappings.updatedAt'), (saved) => saved.updatedAt),
  ];
}

function MappingActions({ saved }: { saved: SavedMapping }) {
  const t = useText();
  const remove = useRemoveMapping();
  const save = useSaveMapping();
  const { name, Client_Name, mapping } = saved;
  const putBack = () => save.mutate({ name, Client_Name, mapping });
  return (
    <RowMenu label={t('loanMappings.actionsOf', { name })} isBusy={remove.isPending}>
      <Menu.Item component={Link} to={editPath(saved)} leftSection={<IconEdit size={16} />}>
        {t('loanMappings.edit')}
      </Menu.Item>
      <Menu.Item
        c="var(--rc-danger)"
        leftSection={<IconTrash size={16} />}
        onClick={() =>
          whenDone(remove.mutateAsync(saved._id), () =>
            showUndo(t('loanMappings.deleted', { name }), putBack),
          )
        }
      >
        {t('loanMappings.delete')}
      </Menu.Item>
    </RowMenu>
  );
}
