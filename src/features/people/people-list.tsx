import type { ReactNode } from 'react';
import type { Person } from '../../../contract/person.ts';
import type { Role } from '../../../contract/roles.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { usePeopleColumns } from './people-columns.tsx';
import { PEOPLE_FILTERS, peopleQueryOf, usePeopleFields } from './people-filters.ts';
import { usePeople } from './people-queries.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonCard } from './person-card.tsx';
import { editPath } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import classes from './people.module.css';

/** A list of people of one kind: searched, filtered, sorted, a page at a time, its state in the address. */
export function PeopleList({
  kind,
  viewer,
  createButton,
}: {
  kind: PersonKind;
  viewer: Role;
  /** Stands where nobody is there yet. */
  createButton?: ReactNode;
}) {
  const t = useText();
  const url = useUrlFilters(PEOPLE_FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const people = usePeople(kind, { ...peopleQueryOf(kind, url), page: url.page, pageSize });
  const fields = usePeopleFields(kind);
  const columns = usePeopleColumns(kind);
  const hasForm = editPath(kind, { _id: '' }, viewer) !== null;
  return (
    <div className={classes.list}>
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('people.search')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {people.isError && people.data === undefined ? (
        <LoadProblem error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <DataTable<Person>
          name={`people-${kind}`}
          label={t(`people.lists.${kind}`)}
          columns={columns}
          rows={people.data?.data}
          rowId={(person) => person._id}
          rowLabel={(person) => `${person.fullName}, ${person.username}`}
          {...(hasForm && { rowHref: (person) => editPath(kind, person, viewer) ?? '' })}
          totalCount={people.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={pageSize}
          isFetching={people.isPlaceholderData}
          sort={url.sort}
          onSort={url.setSort}
          renderCard={(person) => <PersonCard person={person} kind={kind} />}
          rowActions={actionsFor(kind, viewer)}
          empty={
            url.isFiltered ? t('common.searchAgain') : <Nobody kind={kind} action={createButton} />
          }
        />
      )}
    </div>
  );
}

function actionsFor(kind: PersonKind, viewer: Role) {
  return (person: Person) => <PersonActions person={person} kind={kind} viewer={viewer} />;
}

function Nobody({ kind, action }: { kind: PersonKind; action: ReactNode }) {
  const t = useText();
  return (
    <EmptyState
      title={t(`people.emptyTitle.${kind}`)}
      body={t(`people.emptyBody.${kind}`)}
      action={action}
    />
  );
}
