import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconTableImport, IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Role } from '../../../contract/roles.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import type { ViewTab } from '../../components/view-tabs.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PeopleList } from './people-list.tsx';
import { usePeopleCount } from './people-queries.ts';
import { PeopleSheet } from './people-sheet.tsx';
import { FORM_PATHS, editPath } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import classes from './people.module.css';

interface ScreenProps {
  user: LoggedInUser;
}

const TABS = [
  { value: 'managers', kind: 'manager' },
  { value: 'collectors', kind: 'collector' },
  { value: 'fieldAgents', kind: 'fieldAgent' },
] as const;

/** `/managers-collectors` (admin, partner): the house's people by kind; with `sheet`, making many from a sheet. */
export function ManagersCollectorsScreen({ user }: ScreenProps) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const isAdmin = user.role === 'ADMIN';
  const counts = {
    manager: usePeopleCount('manager'),
    collector: usePeopleCount('collector'),
    fieldAgent: usePeopleCount('fieldAgent', isAdmin),
  };
  const tabs = TABS.filter(({ kind }) => kind !== 'fieldAgent' || isAdmin);
  const open = tabs.find(({ value }) => value === params.get('tab')) ?? TABS[0];
  if (params.get('view') === 'sheet') return <PeopleSheet />;
  return (
    <Page>
      <PageHeader
        title={t('menu.managersCollectors')}
        actions={<HouseActions kind={open.kind} viewer={user.role} />}
      />
      <ViewTabs
        label={t('menu.managersCollectors')}
        value={open.value}
        // Each kind has its own filters: those of the one left behind go.
        onChange={(tab) => setParams(tab === TABS[0].value ? {} : { tab })}
        tabs={tabs.map(({ value, kind }) =>
          tabOf(
            { value, label: t(`people.lists.${kind}`) },
            counts[kind],
            <PeopleList kind={kind} viewer={user.role} />,
          ),
        )}
      />
    </Page>
  );
}

/** Making one or many, and every account for the admin; on a phone all but the first are behind a menu. */
function HouseActions({ kind, viewer }: { kind: PersonKind; viewer: Role }) {
  const t = useText();
  const isPhone = usePhone();
  const others = [
    { to: '/managers-collectors?view=sheet', icon: IconTableImport, label: t('people.fromSheet') },
    ...(viewer === 'ADMIN'
      ? [{ to: '/userlist', icon: IconUsers, label: t('people.lists.account') }]
      : []),
  ];
  if (isPhone) {
    return (
      <>
        <CreateButton kind={kind} viewer={viewer} />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              className={classes.moreActions ?? ''}
              variant="default"
              size={48}
              aria-label={t('common.more')}
            >
              <IconDotsVertical size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ to, icon: Icon, label }) => (
              <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} />}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </>
    );
  }
  return (
    <>
      {others.toReversed().map(({ to, icon: Icon, label }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          variant="default"
          leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
        >
          {label}
        </Button>
      ))}
      <CreateButton kind={kind} viewer={viewer} />
    </>
  );
}

function tabOf(
  tab: { value: string; label: string },
  count: number | null,
  content: ReactNode,
): ViewTab {
  return count === null ? { ...tab, content } : { ...tab, count, content };
}

/** `/managers` (admin, partner). */
export function ManagersScreen({ user }: ScreenProps) {
  return <ListScreen kind="manager" user={user} />;
}

/** `/collectors` (admin). */
export function CollectorsScreen({ user }: ScreenProps) {
  return <ListScreen kind="collector" user={user} />;
}

/** `/userlist` (admin): every account of the organisation. */
export function UserListScreen({ user }: ScreenProps) {
  return <ListScreen kind="account" user={user} />;
}

function ListScreen({ kind, user }: ScreenProps & { kind: PersonKind }) {
  const t = useText();
  const create = <CreateButton kind={kind} viewer={user.role} />;
  return (
    <Page>
      <PageHeader title={t(`people.lists.${kind}`)} count={usePeopleCount(kind)} actions={create} />
      <PeopleList kind={kind} viewer={user.role} />
    </Page>
  );
}

/** Leads to a kind's empty form; nothing where the viewer's guard has none. */
function CreateButton({ kind, viewer }: { kind: PersonKind; viewer: Role }) {
  const t = useText();
  if (editPath(kind, { _id: '' }, viewer) === null) return null;
  return (
    <Button
      component={Link}
      to={FORM_PATHS[kind].create}
      leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
    >
      {t(`people.create.${kind}`)}
    </Button>
  );
}
