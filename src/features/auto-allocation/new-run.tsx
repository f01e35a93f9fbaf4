import { useState } from 'react';
import { Panel } from '../../components/page.tsx';
import { Steps } from '../../components/steps.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useMakePlan } from './allocation-queries.ts';
import type { RunKind } from './allocation-queries.ts';
import { LoansStep, RUN_FILTERS, runFilterOf } from './loans-step.tsx';
import { PLAIN_WAY, WhomStep } from './whom-step.tsx';
import type { RunWay } from './whom-step.tsx';

/** A new sharing-out: which loans, to whom and how. Nothing is stored before the plan is asked for. */
export function NewRun(props: {
  kinds: readonly RunKind[];
  firstKind: RunKind;
  onPlanned: (runId: string) => void;
}) {
  const t = useText();
  const url = useUrlFilters(RUN_FILTERS);
  const [step, setStep] = useState(0);
  const [kind, setKind] = useState(props.firstKind);
  const [takesOver, setTakesOver] = useState(false);
  const [way, setWay] = useState<RunWay>(PLAIN_WAY);
  const plan = useMakePlan();
  const send = () => {
    const { rules, ...rest } = way;
    const filter = runFilterOf(url.values);
    plan.mutate(
      {
        ...rest,
        kind,
        filter,
        takesOver,
        usesRules: rules !== 'None',
        onlyRules: rules === 'Only',
        assigneeIds: rules === 'Only' ? [] : way.assigneeIds,
        prefersNear: kind === 'FIELD' && way.prefersNear,
      },
      { onSuccess: (run) => props.onPlanned(run._id) },
    );
  };
  const loansStep = (
    <LoansStep
      url={url}
      kinds={props.kinds}
      kind={kind}
      onKind={(next) => {
        setKind(next);
        setWay({ ...way, assigneeIds: [] });
      }}
      takesOver={takesOver}
      onTakesOver={setTakesOver}
      onNext={() => setStep(1)}
    />
  );
  const whomStep = (
    <WhomStep
      kind={kind}
      way={way}
      onWay={setWay}
      isPlanning={plan.isPending}
      onBack={() => setStep(0)}
      onPlan={send}
    />
  );
  return (
    <Panel>
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
