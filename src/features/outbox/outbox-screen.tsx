import { Button } from '@mantine/core';
import { IconChecks, IconSend, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Loaded, Together } from '../../components/loaded.tsx';
import { RelativeTimeText } from '../../components/figure.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { rightTime } from '../../lib/clock.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { errorWords } from '../../lib/error-words.ts';
import { outboxAtAGlance } from '../../offline/outbox-summary.ts';
import type { OutboxSummary } from '../../offline/outbox-summary.ts';
import { usesOffline } from '../../offline/session.ts';
import { OutboxFilter, useOutboxKind } from './outbox-filter.tsx';
import { OutboxList } from './outbox-list.tsx';
import { OutboxNotices } from './outbox-notices.tsx';
import { useOutbox, useSendNow, downloadStuck } from './outbox-queries.ts';
import { OutboxStorage } from './outbox-storage.tsx';
import classes from './outbox-storage.module.css';

/** What waits on this device, item by item, with its state and reason (/outbox, every role). */
export function OutboxScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  if (usesOffline(user.role)) return <OwnOutbox user={user} />;
  return (
    <Page width="form">
      <PageHeader title={t('menu.outbox')} />
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
  const summary = useDeviceQuery(outboxAtAGlance);
  const [kind, setKind] = useOutboxKind();
  // Of the list itself: what is counted elsewhere is read at another moment, and a list of many files never stands still.
  const unsent = items.data?.filter((item) => item.state !== 'sent').length ?? 0;
  // Where nothing else is shown there is nothing to hide.
  const isMixed = kind === 'all' && items.data?.some((item) => item.state !== 'attention') === true;
  const showAttention = isMixed ? () => setKind('attention') : undefined;
  return (
    <Page width="form">
      <PageHeader
        title={t('menu.outbox')}
        count={unsent || null}
        subtitle={<LastConfirmed summary={summary.data} />}
        actions={unsent > 0 && <SendNow />}
      />
      {summary.data !== undefined && (
        <OutboxNotices summary={summary.data} onShowAttention={showAttention} />
      )}
      <Together of={[items, summary]} kind="cards" rows={3}>
        <Loaded of={items} kind="cards" rows={3}>
          {(all) => (
            <>
              <OutboxFilter items={all} kind={kind} onKind={setKind} />
              <OutboxList items={all} kind={kind} role={user.role} />
            </>
          )}
        </Loaded>
        <OutboxExport hasStuck={unsent > 0} />
        {/* Read on its own, so it stands last: nothing moves when it comes. */}
        <OutboxStorage />
      </Together>
    </Page>
  );
}

function SendNow() {
  const t = useText();
  const { isSending, send } = useSendNow();
  return (
    <Button
      size="md"
      loading={isSending}
      leftSection={<IconSend size={18} stroke={1.7} aria-hidden />}
      onClick={() => void send()}
    >
      {t('outbox.sendNow')}
    </Button>
  );
}

function LastConfirmed({ summary }: { summary: OutboxSummary | undefined }): ReactNode {
  const t = useText();
  if (summary === undefined) return null;
  const { lastConfirmedAt } = summary;
  if (lastConfirmedAt === null) return t('outbox.neverConfirmed');
  return (
    <span>
      {`${t('outbox.lastConfirmed')} ${formatDayTime(rightTime(lastConfirmedAt))} · `}
      <RelativeTimeText value={rightTime(lastConfirmedAt)} />
    </span>
  );
}

/** The way out for items that don't get through: a sealed file, and what to do with it. */
function OutboxExport({ hasStuck }: { hasStuck: boolean }) {
  const t = useText();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (!hasStuck) {
      showInfo(t('outbox.exportNone'));
      return;
    }
    setSaving(true);
    try {
      await downloadStuck();
      showSuccess(t('outbox.exported'));
    } catch (error) {
      showError(errorWords(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Panel title={t('outbox.exportTitle')}>
      <div className={classes.line}>
        <p className="rc-quiet">{t('outbox.exportHelp')}</p>
        <Button
          variant="default"
          loading={isSaving}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => void save()}
        >
          {t('outbox.exportStuck')}
        </Button>
      </div>
    </Panel>
  );
}
