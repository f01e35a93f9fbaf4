import { Stepper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { usePhone } from './use-phone.ts';
import classes from './steps.module.css';

/** One step of a wizard. */
export interface Step {
  title: string;
  content: ReactNode;
}

/** A wizard's numbered steps (first is 0); steps already done can be gone back to. */
export function Steps({
  steps,
  active,
  onStep,
}: {
  steps: readonly Step[];
  active: number;
  onStep: (step: number) => void;
}) {
  const t = useText();
  const isPhone = usePhone();
  return (
    <div className={classes.steps}>
      {isPhone ? (
        <p className={classes.phone}>
          {t('widgets.stepOf', { step: active + 1, total: steps.length })}
          <strong>{steps[active]?.title}</strong>
        </p>
      ) : (
        <Stepper active={active} onStepClick={onStep} allowNextStepsSelect={false} size="xs">
          {steps.map((step) => (
            <Stepper.Step key={step.title} label={step.title} />
          ))}
        </Stepper>
      )}
      <div>{steps[active]?.content}</div>
    </div>
  );
}
