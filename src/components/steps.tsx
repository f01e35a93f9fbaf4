import { Stepper } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { usePhone } from './use-phone.ts';
import classes from './steps.module.css';

/** One step of a wizard. */
export interface Step {
  title: string;
  content: ReactNode;
}

/** A link of the same page that leads to a step, such as in a list of earlier runs, stands out of sight by then: the step has the focus. */
function useLinkedFocus(step: RefObject<HTMLElement | null>): void {
  const { search } = useLocation();
  useEffect(() => {
    const { activeElement: link } = document;
    if (!(link instanceof HTMLAnchorElement) || link.closest('main') === null) return;
    if (new URL(link.href).search === search) step.current?.focus();
  }, [search, step]);
}

/**
 * A button at the foot of the form stays as it is while the step above it becomes another: who goes on by it reads on there.
 * Where a button goes with its step, `keepFocus` sees to it.
 */
function useStepFocus(active: number, step: RefObject<HTMLElement | null>): void {
  const shown = useRef(active);
  useEffect(() => {
    if (shown.current === active) return;
    shown.current = active;
    const { activeElement: pressed } = document;
    const content = step.current;
    const isInForm = content?.closest('form')?.contains(pressed) === true;
    if (isInForm && !content.contains(pressed)) content.focus({ preventScroll: true });
  }, [active, step]);
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
  const content = useRef<HTMLFieldSetElement>(null);
  useLinkedFocus(content);
  useStepFocus(active, content);
  const place = t('widgets.stepOf', { step: active + 1, total: steps.length });
  return (
    <div className="rc-stack-20">
      {isPhone ? (
        <p className={classes.phone}>
          {place}
          <strong>{steps[active]?.title}</strong>
        </p>
      ) : (
        <Stepper active={active} onStepClick={onStep} allowNextStepsSelect={false} size="xs">
          {steps.map((step) => (
            <Stepper.Step key={step.title} label={step.title} />
          ))}
        </Stepper>
      )}
      <fieldset
        ref={content}
        data-step
        className="rc-plain-group"
        aria-label={`${place} ${steps[active]?.title}`}
        tabIndex={-1}
      >
        {steps[active]?.content}
      </fieldset>
    </div>
  );
}

/** The same where one content stands for the step that is reached; a step beyond the last is the last. */
export function StepsTo(props: {
  titles: readonly string[];
  active: number;
  onStep?: (step: number) => void;
  children: ReactNode;
}) {
  const active = Math.min(props.active, props.titles.length - 1);
  return (
    <Steps
      steps={props.titles.map((title) => ({ title, content: props.children }))}
      active={active}
      onStep={props.onStep ?? (() => undefined)}
    />
  );
}
