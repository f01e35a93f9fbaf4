import type { LoggedInUser } from '../../../contract/auth.ts';
import { Columns, Page, PageHeader } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useCurrentRun } from './current-run.ts';
import { RecallPanel } from './recall-panel.tsx';
import { RunList } from './run-list.tsx';
import { RunView } from './run-view.tsx';
import { kindsFor } from './run-words.ts';
import { UnallocatedPanel } from './unallocated-panel.tsx';

/** `/process-allocation`: the day's processing: what nobody has, the rules run on it, who gave out what, recall. */
export function ProcessAllocationScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const { runId, show, restart } = useCurrentRun();
  const kinds = kindsFor(user.role);
  return (
    <Page>
      <PageHeader
        title={t('menu.processAllocation')}
        subtitle={t('autoAllocation.processSubtitle')}
      />
      {runId !== null && <RunView key={runId} runId={runId} onRestart={restart} />}
      {runId === null && (
        <Columns
          main={<UnallocatedPanel kinds={kinds} onPlanned={show} />}
          side={<RecallPanel user={user} kinds={kinds} />}
        />
      )}
      <RunList path="/process-allocation" />
    </Page>
  );
}
