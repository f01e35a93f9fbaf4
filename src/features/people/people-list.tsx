import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import type { Role } from '../../../contract/roles.ts';
import { ROLES } from '../../../contract/roles.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { usePeopleColumns } from './people-columns.tsx';
import { usePeople } from './people-queries.ts';
import { PersonActions } from './person-actions.tsx';
import { editPath } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import classes from './people.module.css';
import type { PeopleQuery } from './people-queries.ts';

/** The filters of a list of people as the address holds them. */
const PEOPLE_FILTERS = {
  search: 'text',
  status: 'text',
  managerId: 'text',
  role: 'list',
} as const;

/** What of the address concerns a kind: managers have no manager, only accounts have several roles. */
function peopleQueryOf(kind: PersonKind, asked: PeopleQuery): PeopleQuery {
  const { managerId, role, ...others } = asked;
  return {
    ...others,
    ...(hasManager(kind) && managerId !== undefined && { managerId }),
    ...(kind === 'account' && role !== undefined && { role }),
  };
}

const hasManager = (kind: PersonKind) => kind === 'collector' || kind === 'fieldAgent';

/** The filter bar's fields for a kind. */
function usePeopleFields(kind: PersonKind): FilterField[] {
  const t = useText();
  const managers = useManagerOptions('active', hasManager(kind)).data ?? [];
  const status: FilterField = choiceField('status', t('words.status'), [
    { value: 'active', label: t('words.active') },
    { value: 'disabled', label: t('words.disabled') },
  ]);
  const manager: FilterField = choiceField('managerId', t('people.manager'), managers);
  const role: FilterField = {
    kind: 'multi',
    key: 'role',
    label: t('words.role'),
    options: choices(ROLES, (each) => t(`people.roles.${each}`)),
  };
  if (kind === 'account') return [role, status];
  return hasManager(kind) ? [manager, status] : [status];
}

/** A list of people of one kind: searched, filtered, sorted, a page at a time, its state in the address. */
export function PeopleList({ kind, viewer }: { kind: PersonKind; viewer: Role }) {
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
        empty={<Nobody kind={kind} />}
      />
    </div>
  );
}

function actionsFor(kind: PersonKind, viewer: Role) {
  return (person: Person) => <PersonActions person={person} kind={kind} viewer={viewer} />;
}

function Nobody({ kind }: { kind: PersonKind }) {
  const t = useText();
  return <EmptyState title={t(`people.emptyTitle.${kind}`)} body={t(`people.emptyBody.${kind}`)} />;
}
