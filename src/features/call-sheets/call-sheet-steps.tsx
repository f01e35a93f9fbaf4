import type { ReactNode } from 'react';
import { StepsTo } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';

const NAMES = ['words.file', 'words.columns', 'words.rows', 'callSheets.stepDone'] as const;

/** The steps of a call sheet; only the active one has a content. */
export function CallSheetSteps(props: {
  active: number;
  onStep?: (step: number) => void;
  children: ReactNode;
}) {
  const t = useText();
  return <StepsTo {...props} titles={NAMES.map((name) => t(name))} />;
}
