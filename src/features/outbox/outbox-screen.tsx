import { Button } from '@mantine/core';
import { IconChecks, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Role } from '../../../contract/roles.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { OutboxSummary } from '../../offline/outbox-summary.ts';
import { usesOffline } from '../../offline/session.ts';
import { OutboxItemCard } from './outbox-item-card.tsx';
import { useOutbox, useOutboxSummary, useSendNow } from './outbox-queries.ts';
import type { ShownItem } from './outbox-queries.ts';
import { OutboxStorage } from './outbox-storage.tsx';
import classes from './outbox-screen.module.css';

/** What waits on this device, item by item, with its state and reason (/outbox, every role). */
export function OutboxScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  if (usesOffline(user.role)) return <OwnOutbox user={user} />;
  return (
    <Page width="form">
      <PageHeader title={t('outbox.title')} />
      <EmptyState
        icon={<IconChecks size={24} stroke={1.6} />}
        title={t('outbox.notUsedTitle')}
        body={t('outbox.notUsedBody')}
      />
    </Page>
  );
}

function OwnOutbox({ user }: { user: LoggedInUser }) {
  const t = useText();
  const items = useOutbox();
  const summary = useOutboxSummary();
  const { isSending, send } = useSendNow();
  const waiting = items.data?.filter((item) => item.state !== 'sent') ?? [];
  const sent = items.data?.filter((item) => item.state === 'sent') ?? [];
  return (
    <Page width="form">
      <PageHeader
        title={t('outbox.title')}
        count={summary.data?.unsent || null}
        subtitle={<LastConfirmed summary={summary.data} />}
        actions={
          waiting.length > 0 && (
            <Button
              size="md"
              loading={isSending}
              leftSection={<IconSend size={18} stroke={1.7} />}
              onClick={() => void send()}
            >
              {t('outbox.sendNow')}
            </Button>
          )
        }
      />
      {summary.data !== undefined && <Notices summary={summary.data} />}
      {items.isError ? (
        <ErrorState onRetry={() => void items.refetch()} />
      ) : items.data === undefined ? (
        <LoadingState kind="cards" />
      ) : (
        <>
          {waiting.length === 0 ? (
            <EmptyState
              icon={<IconChecks size={24} stroke={1.6} />}
              title={t('outbox.allSentTitle')}
              body={t('outbox.allSentBody')}
            />
          ) : (
            <Items title={t('outbox.waitingGroup')} items={waiting} role={user.role} />
          )}
          {sent.length > 0 && <Items title={t('outbox.sentGroup')} items={sent} role={user.role} />}
        </>
      )}
      <OutboxStorage hasStuck={waiting.length > 0} />
    </Page>
  );
}

function LastConfirmed({ summary }: { summary: OutboxSummary | undefined }): ReactNode {
  const t = useText();
  if (summary === undefined) return null;
  if (summary.lastConfirmedAt === null) return t('outbox.neverConfirmed');
  return (
    <span>
      {t('outbox.lastConfirmed')} <RelativeTimeText value={summary.lastConfirmedAt} />
    </span>
  );
}

/** What holds up everything, and what belongs to others. */
function Notices({ summary }: { summary: OutboxSummary }) {
  const t = useText();
  const { pause, attention, othersUnsent } = summary;
  return (
    <>
      {pause !== null && (
        <p className={classes.notice} data-tone="danger" role="alert">
          {t(`outbox.pause.${pause}`)}
        </p>
      )}
      {attention > 0 && (
        <p className={classes.notice} data-tone="danger">
          {t('outbox.attention', { count: attention })}
        </p>
      )}
      {othersUnsent > 0 && (
        <p className={classes.notice} data-tone="info">
          {t('outbox.others', { count: othersUnsent })}
        </p>
      )}
    </>
  );
}

function Items({ title, items, role }: { title: string; items: readonly ShownItem[]; role: Role }) {
  const pathOf = (item: ShownItem) =>
    role === 'FIELD_AGENT' && item.customerName !== null
      ? `/field-agent/loan?id=${item.loanId}`
      : null;
  return (
    <section aria-label={title}>
      <h2 className={classes.group}>
        {title}
        <span className={classes.count}>{formatCount(items.length)}</span>
      </h2>
      <ul className={classes.items}>
        {items.map((item) => (
          <OutboxItemCard key={item.opId} item={item} loanPath={pathOf(item)} />
        ))}
      </ul>
    </section>
  );
}
