import type { ReactNode } from 'react';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';

const NAMES = ['stepFile', 'stepColumns', 'stepRows', 'stepDone'] as const;

/** The steps of a call sheet; only the active one has a content. */
export function CallSheetSteps(props: {
  active: number;
  onStep?: (step: number) => void;
  children: ReactNode;
}) {
  const t = useText();
  const steps = NAMES.map((name, place) => ({
    title: t(`callSheets.${name}`),
    content: place === Math.min(props.active, NAMES.length - 1) ? props.children : null,
  }));
  return (
    <Steps
      steps={steps}
      active={Math.min(props.active, NAMES.length - 1)}
      onStep={props.onStep ?? (() => undefined)}
    />
  );
}
