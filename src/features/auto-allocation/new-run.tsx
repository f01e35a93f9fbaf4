import { useState } from 'react';
import { allocationRunCalls } from '../../../contract/allocation-run.ts';
import { LeavePrompt } from '../../components/leave-guard.tsx';
import { Panel } from '../../components/page.tsx';
import { Steps } from '../../components/steps.tsx';
import { useAddress } from '../../components/use-address.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { RunFilter, RunKind, RunOrder } from './allocation-queries.ts';
import { LoansStep, RUN_FILTERS, runFilterOf } from './loans-step.tsx';
import { PLAIN_WAY, WhomStep } from './whom-step.tsx';
import type { RunWay } from './whom-step.tsx';

/** What the person chose so far. */
interface Draft {
  kind: RunKind;
  takesOver: boolean;
  way: RunWay;
}

/** The order that a draft and the filter of the address stand for. */
function orderOf({ kind, takesOver, way }: Draft, filter: RunFilter): RunOrder {
  const { rules, ...rest } = way;
  return {
    ...rest,
    kind,
    filter,
    takesOver,
    usesRules: rules !== 'None',
    onlyRules: rules === 'Only',
    assigneeIds: rules === 'Only' ? [] : way.assigneeIds,
    prefersNear: kind === 'FIELD' && way.prefersNear,
  };
}

const STEPS = ['loans', 'whom'];

/** The step that the address names, counted from 0: the browser's Back goes to the one before. */
function useStep() {
  const [params, changeAddress] = useAddress();
  const step = Math.max(0, STEPS.indexOf(params.get('step') ?? ''));
  const setStep = (next: number) =>
    changeAddress({ step: next === 0 ? null : (STEPS[next] ?? null) }, { isNewEntry: true });
  return [step, setStep] as const;
}

/** A new sharing-out: which loans, to whom and how. Nothing is stored before the plan is asked for. */
export function NewRun(props: {
  kinds: readonly RunKind[];
  firstKind: RunKind;
  onPlanned: (runId: string) => void;
}) {
  const t = useText();
  const url = useUrlFilters(RUN_FILTERS);
  const [step, setStep] = useStep();
  const [plain] = useState<Draft>({ kind: props.firstKind, takesOver: false, way: PLAIN_WAY });
  const [draft, setDraft] = useState(plain);
  // Which loans stands in the address, and is there again.
  const isChanged = JSON.stringify(draft) !== JSON.stringify(plain);
  const { kind, way } = draft;
  const plan = useBodyCommand(allocationRunCalls.createAllocationRun);
  const send = () =>
    plan.mutate(orderOf(draft, runFilterOf(url.values)), {
      onSuccess: (run) => props.onPlanned(run._id),
    });
  const loansStep = (
    <LoansStep
      url={url}
      kinds={props.kinds}
      kind={kind}
      onKind={(next) => setDraft({ ...draft, kind: next, way: { ...way, assigneeIds: [] } })}
      takesOver={draft.takesOver}
      onTakesOver={(takesOver) => setDraft({ ...draft, takesOver })}
      onNext={() => setStep(1)}
    />
  );
  const whomStep = (
    <WhomStep
      kind={kind}
      way={way}
      onWay={(next) => setDraft({ ...draft, way: next })}
      isPlanning={plan.isPending}
      onBack={() => setStep(0)}
      onPlan={send}
    />
  );
  return (
    <Panel>
      <LeavePrompt isActive={isChanged} />
      <Steps
        steps={[
          { title: t('autoAllocation.stepLoans'), content: loansStep },
          { title: t('autoAllocation.stepWhom'), content: whomStep },
          { title: t('autoAllocation.stepPlan'), content: null },
          { title: t('autoAllocation.stepDone'), content: null },
        ]}
        active={step}
        onStep={setStep}
      />
    </Panel>
  );
}
