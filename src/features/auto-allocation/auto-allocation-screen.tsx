import { useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useCurrentRun } from './current-run.ts';
import { NewRun } from './new-run.tsx';
import { RunList } from './run-list.tsx';
import { RunView } from './run-view.tsx';
import { kindsFor } from './run-words.ts';

/** `/loans/auto-allocation`: which loans, whom and how, the plan, one confirmation; runs in work and past below. */
export function AutoAllocationScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const { runId, round, show, restart } = useCurrentRun();
  const [params] = useSearchParams();
  const kinds = kindsFor(user.role);
  const asked = kinds.find((kind) => kind === params.get('kind'));
  return (
    <Page>
      <PageHeader title={t('menu.autoAllocation')} subtitle={t('autoAllocation.subtitle')} />
      {runId === null ? (
        <NewRun key={round} kinds={kinds} firstKind={asked ?? 'COLLECTOR'} onPlanned={show} />
      ) : (
        <RunView key={runId} runId={runId} onRestart={restart} />
      )}
      <RunList path="/loans/auto-allocation" />
    </Page>
  );
}
