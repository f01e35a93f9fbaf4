import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Person } from '../../../contract/person.ts';
import { countColumn, dayColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { namesClient } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import classes from './people.module.css';

type Column = DataColumn<Person>;

/** The columns of a list of people; what is rarely asked is behind the column chooser. */
export function usePeopleColumns(kind: PersonKind): Column[] {
  const t = useText();
  return useMemo(
    () => [...whoColumns(t), ...placeColumns(t, kind), ...loadColumns(t, kind), ...lastColumns(t)],
    [kind, t],
  );
}

function whoColumns(t: TFunction): Column[] {
  return [
    {
      key: 'fullName',
      title: t('people.fullName'),
      isFixed: true,
      isSortable: true,
      render: (person) => <PersonName person={person} />,
      file: [
        { of: ({ fullName }) => fullName },
        { of: ({ username }) => username, title: t('people.username') },
      ],
    },
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (person) => <StateChip person={person} />,
      file: [
        {
          of: ({ isActive }) => isActive,
          words: (isActive) => t(isActive === 'true' ? 'words.active' : 'words.disabled'),
        },
      ],
    },
    {
      key: 'contact',
      title: t('words.contact'),
      card: 'line',
      file: [{ of: ({ email }) => email }, { of: ({ phone }) => phone, title: t('people.phone') }],
      render: (person) => (
        <span className={classes.name}>
          <span className="rc-one-line">{person.email}</span>
          {person.phone !== null && (
            <span className={classes.small}>{formatPhone(person.phone)}</span>
          )}
        </span>
      ),
    },
  ];
}

function placeColumns(t: TFunction, kind: PersonKind): Column[] {
  const manager: Column = {
    key: 'manager',
    title: t('people.manager'),
    card: 'fact',
    render: (person) => person.managerName ?? '–',
  };
  const role: Column = {
    key: 'role',
    title: t('words.role'),
    render: (person) => t(`people.roles.${person.role}`),
  };
  const lenders: Column = {
    key: 'lenders',
    title: t('people.lenders'),
    card: 'line',
    render: (person) => lenderWords(person),
    file: [{ of: ({ clientNames }) => clientNames }],
  };
  const place: Column = {
    key: 'place',
    title: t('people.place'),
    card: 'line',
    file: [
      { of: ({ Client_Name: lender }) => lender },
      { of: ({ managerName }) => managerName, title: t('people.manager') },
    ],
    render: (person) =>
      person.managerName === null
        ? lenderWords(person)
        : t('people.under', { manager: person.managerName }),
  };
  const dialer: Column = {
    key: 'dialer',
    title: t('words.dialer'),
    isHiddenAtFirst: true,
    render: (person) => dialerWords(t, person),
    file: [
      { of: ({ manualProcess }) => manualProcess },
      {
        of: ({ assignedPredictiveProcess }) => assignedPredictiveProcess,
        title: t('words.dialer'),
      },
    ],
  };
  if (kind === 'manager') return [lenders];
  if (kind === 'collector') return [manager, dialer];
  return kind === 'fieldAgent' ? [manager] : [role, place];
}

function loadColumns(t: TFunction, kind: PersonKind): Column[] {
  const loans: Column = countColumn('loanCount', t('words.loans'), (person) => person.loanCount, {
    isSortable: true,
  });
  const dues: Column = moneyColumn('dues', t('words.dues'), (person) => person.dueAmount);
  const team: Column = countColumn('team', t('words.team'), (person) => person.teamCount);
  if (kind === 'account') return [loans, { ...dues, isHiddenAtFirst: true }];
  return kind === 'manager' ? [loans, dues, team] : [loans, dues];
}

function lastColumns(t: TFunction): Column[] {
  return [
    {
      key: 'lastSeen',
      title: t('people.lastSeen'),
      render: ({ lastSeenAt }) =>
        lastSeenAt === null ? t('words.never') : <RelativeTimeText value={lastSeenAt} />,
    },
    dayColumn('createdAt', t('people.createdAt'), (person) => person.createdAt, {
      isSortable: true,
      isHiddenAtFirst: true,
    }),
    textColumn('createdBy', t('people.createdBy'), (person) => person.createdByName ?? '–', {
      isHiddenAtFirst: true,
    }),
  ];
}

function PersonName({ person }: { person: Person }) {
  return <TwoLines first={person.fullName} second={person.username} />;
}

/** Whether the person can log in, as icon and word. */
export function StateChip({ person }: { person: Pick<Person, 'isActive'> }) {
  const t = useText();
  return person.isActive ? (
    <StatusChip tone="good" label={t('words.active')} />
  ) : (
    <StatusChip tone="quiet" label={t('words.disabled')} />
  );
}

/** The lender of a lender's person, or those a manager works for: two by name, the rest as a number. */
function lenderWords(person: Person): string {
  if (namesClient(person.role)) return person.Client_Name ?? '–';
  const { clientNames } = person;
  if (clientNames.length === 0) return '–';
  const named = clientNames.slice(0, SHOWN_LENDERS).join(', ');
  const rest = clientNames.length - SHOWN_LENDERS;
  return rest > 0 ? `${named} +${rest}` : named;
}

const SHOWN_LENDERS = 2;

function dialerWords(t: TFunction, person: Person): string {
  const words = [
    person.location === 'D' ? t('people.isDialerShort') : null,
    person.manualProcess,
    person.assignedPredictiveProcess,
  ];
  return words.filter(Boolean).join(' · ') || '–';
}
