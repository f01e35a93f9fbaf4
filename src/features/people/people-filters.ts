import type { FilterField } from '../../components/filter-control.tsx';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { ROLES } from '../../../contract/roles.ts';
import { sortText } from '../../components/given-filters.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { idOf } from './person-id.ts';
import type { PersonKind } from './person-kinds.ts';
import type { PeopleQuery } from './people-queries.ts';

/** The filters of a list of people as the address holds them. */
export const PEOPLE_FILTERS = {
  search: 'text',
  status: 'text',
  managerId: 'text',
  role: 'list',
} as const;

const SORTS = ['fullName', 'loanCount', 'createdAt'] as const;

/** The list that the address stands for; what is none of the offered choices is left out. */
export function peopleQueryOf(
  kind: PersonKind,
  { values, sort }: Pick<UrlFilters<typeof PEOPLE_FILTERS>, 'values' | 'sort'>,
): PeopleQuery {
  const { search, status } = values;
  const managerId = hasManager(kind) ? idOf(values.managerId) : null;
  const role = kind === 'account' ? ROLES.filter((each) => values.role.includes(each)) : [];
  const known = SORTS.some((each) => each === sort?.key) ? sort : null;
  return {
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...((status === 'active' || status === 'disabled') && { status }),
    ...(managerId !== null && { managerId }),
    ...(role.length > 0 && { role }),
    ...(sortText(known) as Pick<PeopleQuery, 'sort'>),
  };
}

const hasManager = (kind: PersonKind) => kind === 'collector' || kind === 'fieldAgent';

/** The filter bar's fields for a kind. */
export function usePeopleFields(kind: PersonKind): FilterField[] {
  const t = useText();
  const managers = useManagerOptions('active', hasManager(kind)).data ?? [];
  const status: FilterField = {
    kind: 'choice',
    key: 'status',
    label: t('people.state'),
    options: [
      { value: 'active', label: t('people.active') },
      { value: 'disabled', label: t('people.disabled') },
    ],
  };
  const manager: FilterField = {
    kind: 'choice',
    key: 'managerId',
    label: t('people.manager'),
    options: managers,
  };
  const role: FilterField = {
    kind: 'multi',
    key: 'role',
    label: t('people.role'),
    options: ROLES.map((each) => ({ value: each, label: t(`people.roles.${each}`) })),
  };
  if (kind === 'account') return [role, status];
  return hasManager(kind) ? [manager, status] : [status];
}
