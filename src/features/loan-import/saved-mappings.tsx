import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconEdit, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { SavedMapping } from '../../../contract/loan-import.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { mappedFields } from './import-mapping.ts';
import { useRemoveMapping, useSaveMapping, useSavedMappings } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';

const FILTERS = { search: 'text', client: 'text' } as const;
const PAGE_SIZE = 10;

const editPath = (saved: SavedMapping) => `/loan/update-import-mapping?id=${saved._id}`;

/** The saved mappings by when they were changed; a row opens its mapping. */
export function SavedMappings() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const mappings = useSavedMappings();
  const columns = useColumns();
  const clients = [...new Set((mappings.data ?? []).map((saved) => saved.Client_Name))].sort();
  const found = mappings.data?.filter((saved) => isFound(saved, url.values));
  if (mappings.isError && mappings.data === undefined) {
    return <LoadProblem error={mappings.error} onRetry={() => void mappings.refetch()} />;
  }
  return (
    <>
      <FilterBar
        filters={url}
        fields={[
          {
            kind: 'choice',
            key: 'client',
            label: t('loanMappings.client'),
            options: clients.map((name) => ({ value: name, label: name })),
          },
        ]}
        searchKey="search"
        searchLabel={t('loanMappings.search')}
      />
      <DataTable<SavedMapping>
        name="mappings"
        label={t('loanMappings.title')}
        columns={columns}
        rows={found?.slice((url.page - 1) * PAGE_SIZE, url.page * PAGE_SIZE)}
        rowId={(saved) => saved._id}
        rowLabel={(saved) => `${saved.name}, ${saved.Client_Name}`}
        rowHref={editPath}
        totalCount={found?.length ?? 0}
        page={url.page}
        pageSize={PAGE_SIZE}
        onPage={url.setPage}
        hasColumnChooser={false}
        renderCard={(saved) => <MappingCard saved={saved} />}
        rowActions={actionsOf}
        empty={
          url.isFiltered ? (
            t('common.searchAgain')
          ) : (
            <EmptyState title={t('loanMappings.emptyTitle')} body={t('loanMappings.emptyBody')} />
          )
        }
      />
    </>
  );
}

const actionsOf = (saved: SavedMapping) => <MappingActions saved={saved} />;

function isFound(saved: SavedMapping, { search, client }: { search: string; client: string }) {
  const words = `${saved.name} ${saved.Client_Name}`.toLowerCase();
  return words.includes(search.toLowerCase()) && (client === '' || saved.Client_Name === client);
}

function useColumns(): DataColumn<SavedMapping>[] {
  const t = useText();
  return useMemo(
    () => [
      { key: 'name', title: t('loanMappings.name'), isFixed: true, render: (saved) => saved.name },
      { key: 'client', title: t('loanMappings.client'), render: (saved) => saved.Client_Name },
      {
        key: 'fields',
        title: t('loanMappings.fields'),
        align: 'right',
        render: (saved) => mappedFields(saved.mapping).length,
      },
      {
        key: 'updatedBy',
        title: t('loanMappings.updatedBy'),
        render: (saved) => saved.updatedBy ?? '–',
      },
      {
        key: 'updatedAt',
        title: t('loanMappings.updatedAt'),
        render: (saved) => <DayText value={saved.updatedAt} show="both" />,
      },
    ],
    [t],
  );
}

function MappingCard({ saved }: { saved: SavedMapping }) {
  const t = useText();
  return (
    <div className={work.card}>
      <strong className={work.wrap}>{saved.name}</strong>
      <div className={work.quiet}>
        {`${saved.Client_Name} · ${t('loanMappings.fields')} ${mappedFields(saved.mapping).length}`}
      </div>
      <div className={work.quiet}>
        {saved.updatedBy !== null && `${saved.updatedBy} · `}
        <DayText value={saved.updatedAt} />
      </div>
    </div>
  );
}

function MappingActions({ saved }: { saved: SavedMapping }) {
  const t = useText();
  const remove = useRemoveMapping();
  const save = useSaveMapping();
  const { name, Client_Name, mapping } = saved;
  const putBack = () => save.mutate({ name, Client_Name, mapping });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          loading={remove.isPending}
          aria-label={t('loanMappings.actionsOf', { name })}
        >
          <IconDotsVertical size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
