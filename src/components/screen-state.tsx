import { Button, Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconHourglass,
  IconInbox,
  IconRefresh,
  IconWifiOff,
} from '@tabler/icons-react';
import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { endOpening } from '../lib/opening.ts';
import { useText } from '../lib/texts/texts.ts';
import { headingOf, useFocusHeir } from './focus-heir.ts';
import classes from './screen-state.module.css';

function Notice(props: {
  icon?: ReactNode;
  tone: 'quiet' | 'danger' | 'warn';
  title?: string;
  body?: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
}) {
  // Nothing to list: that is what the screen says now.
  useLayoutEffect(endOpening, []);
  const notice = useRef<HTMLDivElement>(null);
  useFocusHeir(notice, { first: headingOf });
  return (
    <div
      ref={notice}
      className={classes.notice}
      role={props.isAlert === true ? 'alert' : undefined}
    >
      {props.icon !== undefined && (
        <div className={classes.icon} data-tone={props.tone} aria-hidden>
          {props.icon}
        </div>
      )}
      {props.title !== undefined && <p className="rc-heading">{props.title}</p>}
      {props.body !== undefined && <p className="rc-quiet">{props.body}</p>}
      {props.action !== undefined && <div className={classes.action}>{props.action}</div>}
    </div>
  );
}

/** Around what stands under a table's 'No Data Found': nobody is told twice that nothing is here. */
export const UnderNoData = createContext(false);

/** Nothing is here yet: what would be here, and the button that fills it. */
export function EmptyState(props: {
  title: string;
  body?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}) {
  if (useContext(UnderNoData))
    return <Notice tone="quiet" body={props.body ?? props.title} action={props.action} />;
  return (
    <Notice
      tone="quiet"
      icon={props.icon ?? <IconInbox size={24} stroke={1.6} />}
      title={props.title}
      body={props.body}
      action={props.action}
    />
  );
}

/** Something failed: what happened, in the server's words where there are some, and Retry. */
export function ErrorState({ message, onRetry }: { message?: string; onRetry?: () => void }) {
  const t = useText();
  return (
    <Notice
      isAlert
      tone="danger"
      icon={<IconAlertTriangle size={24} stroke={1.6} />}
      title={t('states.errorTitle')}
      body={message ?? t('states.errorBody')}
      action={
        onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )
      }
    />
  );
}

/** A screen that needs the server, and comes back by itself. */
function Waiting(props: { icon: ReactNode; title: string; body: string; onRetry?: () => void }) {
  const t = useText();
  const { onRetry, ...notice } = props;
  return (
    <Notice
      {...notice}
      tone="warn"
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )
      }
    />
  );
}

/** There is no network. */
export function OfflineState({ onRetry }: { onRetry?: () => void }) {
  const t = useText();
  return (
    <Waiting
      icon={<IconWifiOff size={24} stroke={1.6} />}
      title={t('states.offlineTitle')}
      body={t('states.offlineBody')}
      {...(onRetry && { onRetry })}
    />
  );
}

/** The server has no time now. */
export function BusyState({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <Waiting
      icon={<IconHourglass size={24} stroke={1.6} />}
      title={t('states.busyTitle')}
      body={t('states.busyBody')}
      onRetry={onRetry}
    />
  );
}

/** Skeletons in the shape of what comes, so that nothing jumps. `kind` is what will be there. */
export function LoadingState({
  kind = 'list',
  rows = 6,
}: {
  kind?: 'list' | 'record' | 'form' | 'cards';
  rows?: number;
}) {
  const t = useText();
  const height = { list: 20, record: 28, form: 56, cards: 92 }[kind];
  return (
    <output className={classes.loading} data-kind={kind} aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton
          key={row}
          height={height}
          width={kind === 'record' ? `${92 - ((row * 17) % 40)}%` : '100%'}
          radius="md"
        />
      ))}
    </output>
  );
}
