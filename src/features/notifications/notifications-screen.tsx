import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Notification } from '../../../contract/notification.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Awaited } from '../../components/loaded.tsx';
import { DataTablePages } from '../../components/data-table-pages.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useText } from '../../lib/texts/texts.ts';
import {
  NOTIFICATION_FILTERS,
  listQueryOf,
  useNotificationFields,
} from './notification-filters.ts';
import { useNotificationCount, useNotifications } from './notification-queries.ts';
import { NotificationRow } from './notification-row.tsx';
import { PushSwitch } from './push-switch.tsx';
import { useRemoval } from './use-removal.ts';
import classes from './notifications.module.css';

const PAGE_SIZE = 10;

/** `/notifications` (collector, manager, customer, client admin): what others did that concerns the reader. */
export function NotificationsScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const isPhone = usePhone();
  const url = useUrlFilters(NOTIFICATION_FILTERS);
  const isRemovedView = url.values.view === 'removed';
  const count = useNotificationCount();
  const list = useNotifications(user, listQueryOf(url, PAGE_SIZE));
  const rows = list.data?.data;
  const total = list.data?.totalCount ?? 0;
  const removal = useRemoval();
  useLastPage(url.page, url.setPage, rows, total);
  return (
    <Page width="form">
      <PageHeader
        title={t('menu.notifications')}
        count={count.data ?? null}
        subtitle={
          isPhone
            ? t('notifications.subtitle')
            : `${t('notifications.subtitle')} ${t('notifications.keysHint')}`
        }
        {...(!isRemovedView &&
          rows !== undefined &&
          rows.length > 0 && { actions: <RemoveShown rows={rows} removal={removal} /> })}
      />
      <AsOf at={list.asOf} error={list.error} />
      <ViewTabs
        label={t('notifications.views')}
        value={isRemovedView ? 'removed' : 'new'}
        onChange={(view) => url.change({ view: view === 'removed' ? view : '' })}
        tabs={[
          { value: 'new', label: t('notifications.viewOpen') },
          { value: 'removed', label: t('notifications.viewDone') },
        ]}
      />
      <Filters url={url} />
      <Rows list={list} url={url} user={user} onSetActive={removal.setActive} />
      {total > PAGE_SIZE && (
        <DataTablePages
          label={t('menu.notifications')}
          page={url.page}
          pageSize={PAGE_SIZE}
          shown={rows?.length ?? 0}
          totalCount={total}
          onPage={url.setPage}
        />
      )}
      <Panel>
        <PushSwitch />
      </Panel>
    </Page>
  );
}

type SetActive = (notice: Notification, isActive: boolean) => void;
type Url = ReturnType<typeof useUrlFilters<typeof NOTIFICATION_FILTERS>>;

const NO_FILTERS = { startMonth: '', endMonth: '', clientsName: [] };

const isNarrowed = ({ startMonth, endMonth, clientsName }: Url['values']) =>
  startMonth !== '' || endMonth !== '' || clientsName.length > 0;

function RemoveShown(props: {
  rows: readonly Notification[];
  removal: ReturnType<typeof useRemoval>;
}) {
  const { rows, removal } = props;
  const t = useText();
  return (
    <Button
      variant="default"
      loading={removal.isPending}
      leftSection={<IconChecks size={16} stroke={1.8} aria-hidden />}
      onClick={() => removal.removeAll(rows)}
    >
      {t('notifications.removeShown', { count: rows.length })}
    </Button>
  );
}

/** Months and clients; the tab is no filter, so clearing leaves it. */
function Filters({ url }: { url: Url }) {
  const fields = useNotificationFields();
  return <FilterBar filters={{ ...url, clear: () => url.change(NO_FILTERS) }} fields={fields} />;
}

function Rows(props: {
  list: ReturnType<typeof useNotifications>;
  url: Url;
  user: LoggedInUser;
  onSetActive: SetActive;
}) {
  const { list, url, user, onSetActive } = props;
  const rows = list.data?.data;
  if (rows === undefined) return <Awaited of={list} kind="cards" rows={5} />;
  if (rows.length === 0) return <NoNotifications values={url.values} />;
  return (
    <NotificationList
      rows={rows}
      user={user}
      isFetching={list.isPlaceholderData}
      onSetActive={onSetActive}
    />
  );
}

function NotificationList(props: {
  rows: readonly Notification[];
  user: LoggedInUser;
  isFetching: boolean;
  onSetActive: SetActive;
}) {
  const { rows, user, onSetActive } = props;
  const { list, markGone } = useNextFocus(rows);
  return (
    <ul className={classes.list} ref={list} data-fetching={props.isFetching || undefined}>
      {rows.map((notice) => (
        <NotificationRow
          key={notice._id}
          notice={notice}
          role={user.role}
          onSetActive={(row, isActive) => {
            markGone(row._id);
            onSetActive(row, isActive);
          }}
        />
      ))}
    </ul>
  );
}

function NoNotifications({ values }: { values: Url['values'] }) {
  const t = useText();
  if (isNarrowed(values)) return <EmptyState title={t('notifications.emptyFiltered')} />;
  if (values.view === 'removed') return <EmptyState title={t('notifications.emptyDone')} />;
  return <EmptyState title={t('notifications.emptyTitle')} body={t('notifications.emptyBody')} />;
}

/** A page that was emptied by removing gives way to the one before it. */
function useLastPage(
  page: number,
  setPage: (page: number) => void,
  rows: readonly unknown[] | undefined,
  total: number,
): void {
  const isBeyond = page > 1 && rows?.length === 0;
  useEffect(() => {
    if (isBeyond) setPage(Math.max(1, Math.ceil(total / PAGE_SIZE)));
  }, [isBeyond, setPage, total]);
}

/** After one is gone from the list, the focus goes to the one that took its place. */
function useNextFocus(rows: readonly Notification[]) {
  const list = useRef<HTMLUListElement>(null);
  const gone = useRef<{ id: string; at: number } | null>(null);
  useEffect(() => {
    const last = gone.current;
    if (last === null || rows.some((row) => row._id === last.id)) return;
    gone.current = null;
    const places = list.current?.querySelectorAll<HTMLElement>('[data-notice]') ?? [];
    places[Math.min(last.at, places.length - 1)]?.focus();
  }, [rows]);
  const markGone = (id: string) => {
    gone.current = { id, at: rows.findIndex((row) => row._id === id) };
  };
  return { list, markGone };
}
