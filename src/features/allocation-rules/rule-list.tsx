import { Button } from '@mantine/core';
import { IconFlask2 } from '@tabler/icons-react';
import { useState } from 'react';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import type { AllocationRule } from '../../../contract/allocation-rule.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DryRunNone, DryRunWait } from './dry-run.tsx';
import { RuleRow } from './rule-row.tsx';
import { useDryRun } from './rule-queries.ts';
import classes from './rules.module.css';

interface RuleSet {
  data: AllocationRule[];
  version: number;
}

/** The ids with one of them at another place. */
function moved(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/** The rules in their order, to be dragged or moved by keys; beside each what it would take, once it was tried. */
export function RuleList({ set }: { set: RuleSet }) {
  const t = useText();
  const order = useBodyCommand(allocationRuleCalls.orderAllocationRules);
  const [isTried, setTried] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const run = useDryRun(isTried);
  const rules = orderedRules(set.data, order.isPending ? order.variables.ids : null);
  if (rules.length === 0)
    return (
      <EmptyState title={t('allocationRules.emptyTitle')} body={t('allocationRules.emptyBody')} />
    );
  const ids = rules.map(({ _id }) => _id);
  const move = (id: string, place: number) => {
    if (place < 0 || place >= ids.length || ids[place] === id || order.isPending) return;
    order.mutate({ version: set.version, ids: moved(ids, id, place) });
    const name = rules.find(({ _id }) => _id === id)?.name ?? '';
    setSaid(t('allocationRules.movedTo', { name, place: place + 1 }));
  };
  return (
    <div className={classes.stack}>
      <DryRunTools run={run} isTried={isTried} version={set.version} onTry={() => setTried(true)} />
      <ol className={classes.rules} aria-label={t('allocationRules.order')}>
        {rules.map((rule, place) => (
          <RuleRow
            key={rule._id}
            rule={rule}
            place={place}
            count={rules.length}
            version={set.version}
            taken={run.data?.rules.find(({ _id }) => _id === rule._id)}
            total={run.data?.loanCount ?? 0}
            isDragged={dragged === rule._id}
            onMove={move}
            onDrag={setDragged}
            onDrop={() => dragged !== null && move(dragged, place)}
          />
        ))}
      </ol>
      <output className="rc-hidden">{said}</output>
      {run.data !== undefined && <DryRunNone run={run.data} />}
    </div>
  );
}

interface ToolsProps {
  run: ReturnType<typeof useDryRun>;
  isTried: boolean;
  /** The version that the list shows: a dry run of another one is told as old. */
  version: number;
  onTry: () => void;
}

function DryRunTools({ run, isTried, version, onTry }: ToolsProps) {
  const t = useText();
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconFlask2 size={16} aria-hidden />}
          loading={run.isFetching}
          onClick={() => (isTried ? void run.refetch() : onTry())}
        >
          {t(run.data === undefined ? 'allocationRules.dryRun' : 'allocationRules.dryRunAgain')}
        </Button>
        <span className={classes.quiet}>{t('allocationRules.dryRunHelp')}</span>
      </div>
      {run.isFetching && <DryRunWait />}
      {run.isError && !run.isFetching && (
        <LoadProblem error={run.error} onRetry={() => void run.refetch()} />
      )}
      {run.data !== undefined && run.data.version !== version && !run.isFetching && (
        <Notice tone="info" title={t('allocationRules.dryRunOld')} />
      )}
    </>
  );
}

/** The rules as they will stand while a new order is on its way. */
function orderedRules(rules: readonly AllocationRule[], ids: readonly string[] | null) {
  if (ids === null) return [...rules];
  return [...rules].sort((left, right) => ids.indexOf(left._id) - ids.indexOf(right._id));
}
