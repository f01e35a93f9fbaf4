import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { ROLES } from '../../../contract/roles.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { PersonKind } from './person-kinds.ts';
import type { PeopleQuery } from './people-queries.ts';

/** The filters of a list of people as the address holds them. */
export const PEOPLE_FILTERS = {
  search: 'text',
  status: 'text',
  managerId: 'text',
  role: 'list',
} as const;

/** What of the address concerns a kind: managers have no manager, only accounts have several roles. */
export function peopleQueryOf(kind: PersonKind, asked: PeopleQuery): PeopleQuery {
  const { managerId, role, ...others } = asked;
  return {
    ...others,
    ...(hasManager(kind) && managerId !== undefined && { managerId }),
    ...(kind === 'account' && role !== undefined && { role }),
  };
}

const hasManager = (kind: PersonKind) => kind === 'collector' || kind === 'fieldAgent';

/** The filter bar's fields for a kind. */
export function usePeopleFields(kind: PersonKind): FilterField[] {
  const t = useText();
  const managers = useManagerOptions('active', hasManager(kind)).data ?? [];
  const status: FilterField = choiceField('status', t('people.state'), [
    { value: 'active', label: t('people.active') },
    { value: 'disabled', label: t('people.disabled') },
  ]);
  const manager: FilterField = choiceField('managerId', t('people.manager'), managers);
  const role: FilterField = {
    kind: 'multi',
    key: 'role',
    label: t('people.role'),
    options: choices(ROLES, (each) => t(`people.roles.${each}`)),
  };
  if (kind === 'account') return [role, status];
  return hasManager(kind) ? [manager, status] : [status];
}
