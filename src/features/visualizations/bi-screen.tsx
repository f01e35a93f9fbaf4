import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { biCalls } from '../../../contract/bi.ts';
import type { BiDoor } from '../../../contract/bi.ts';
import { visualizationCalls } from '../../../contract/visualization-calls.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useBiAway } from './bi-reach.ts';
import { opensAgainMs } from './bi-reopening.ts';
import { ChartBoard } from './saved-chart.tsx';
import classes from './visualizations.module.css';

/** The tool's page is of another origin than ours, so that it can't lift the sandbox by its own. */
const SANDBOX = 'allow-scripts allow-same-origin allow-downloads allow-popups';

/** `/redirectBi`: the BI tool's dashboard cut to the reader's rows, or without a tool the product's own board. */
export function BiScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const door = useCallQuery(
    biCalls.openBi,
    { body: {} },
    {
      staleTime: 0,
      gcTime: 0,
      refetchInterval: ({ state }) => opensAgainMs(state.data),
      isBackground: 'again',
    },
  );
  const { data } = door;
  const isLink = data?.tool === 'METABASE';
  return (
    <Page>
      <PageHeader
        title={t('menu.biReports')}
        subtitle={t('visualizations.biSubtitle')}
        actions={
          isLink && (
            <Button
              component="a"
              href={data.url ?? ''}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t('visualizations.openTab')}
            </Button>
          )
        }
      />
      {data ? (
        data.tool === null ? (
          <OwnBoard user={user} />
        ) : (
          <ToolFrame key={data.expiresAt} door={data} onRetry={() => void door.refetch()} />
        )
      ) : door.isError ? (
        <LoadProblem error={door.error} onRetry={() => void door.refetch()} />
      ) : (
        <LoadingState kind="record" rows={4} />
      )}
    </Page>
  );
}

function OwnBoard({ user }: { user: LoggedInUser }) {
  const t = useText();
  const charts = useCallQuery(visualizationCalls.listChartsOfCategory, { query: {} });
  if (charts.data?.data.length === 0)
    return <EmptyState title={t('visualizations.noneTitle')} body={t('visualizations.noneBody')} />;
  if (charts.data) return <ChartBoard charts={charts.data.data} role={user.role} />;
  if (charts.isError)
    return <LoadProblem error={charts.error} onRetry={() => void charts.refetch()} />;
  return <LoadingState kind="record" rows={4} />;
}

/** Opened anew with each token: Superset's address stays, and it is given a token only when it is loaded. */
function ToolFrame({ door, onRetry }: { door: BiDoor; onRetry: () => void }) {
  const t = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const isAway = useBiAway(door);
  const { guestToken, url } = door;
  useEffect(() => {
    if (guestToken === null || url === null || frame.current === null) return undefined;
    return welcomeSuperset(frame.current, url, guestToken);
  }, [guestToken, url]);
  if (isAway) return <ErrorState message={t('visualizations.biAway')} onRetry={onRetry} />;
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={url ?? ''}
      title={t('menu.biReports')}
      sandbox={SANDBOX}
      referrerPolicy="origin"
    />
  );
}

/**
 * Gives an embedded Superset its guest token, as its own embedding package does: once the frame is loaded it gets one end of
 * a message channel, and through it the token. Returns what ends that.
 */
function welcomeSuperset(
  frame: HTMLIFrameElement,
  address: string,
  guestToken: string,
): () => void {
  const { origin } = new URL(address);
  let port: MessagePort | null = null;
  const welcome = () => {
    const channel = new MessageChannel();
    port = channel.port1;
    frame.contentWindow?.postMessage(
      { type: '__embedded_comms__', handshake: 'port transfer' },
      origin,
      [channel.port2],
    );
    port.postMessage({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken } });
    port.start();
  };
  frame.addEventListener('load', welcome);
  return () => {
    frame.removeEventListener('load', welcome);
    port?.close();
  };
}
