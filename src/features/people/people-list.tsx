import type { ReactNode } from 'react';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import type { Role } from '../../../contract/roles.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { usePeopleColumns } from './people-columns.tsx';
import { PEOPLE_FILTERS, peopleQueryOf, usePeopleFields } from './people-filters.ts';
import { usePeople } from './people-queries.ts';
import { PersonActions } from './person-actions.tsx';
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
  const url = useListState(peopleCalls.listManagers.query, PEOPLE_FILTERS, { isSizeChosen: true });
  const people = usePeople(kind, peopleQueryOf(kind, url.asked));
  const fields = usePeopleFields(kind);
  const columns = usePeopleColumns(kind);
  const hasForm = editPath(kind, { _id: '' }, viewer) !== null;
  return (
    <div className={classes.list}>
      <List<Person>
        name={`people-${kind}`}
        label={t(`people.lists.${kind}`)}
        columns={columns}
        list={people}
        state={url}
        fields={fields}
        search={t('people.search')}
        rowLabel={(person) => `${person.fullName}, ${person.username}`}
        {...(hasForm && { rowHref: (person) => editPath(kind, person, viewer) ?? '' })}
        rowActions={actionsFor(kind, viewer)}
        empty={<Nobody kind={kind} action={createButton} />}
      />
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
