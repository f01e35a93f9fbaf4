import type { ReactNode } from 'react';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';

/** The steps of every sheet, one of them shown. Steps that lie behind can be gone back to with `onStep`. */
export function SheetSteps(props: {
  kind: SheetKind;
  active: number;
  onStep?: (step: number) => void;
  children: ReactNode;
}) {
  const t = useText();
  const isReport = props.kind === 'SYSTEM_EXPORT';
  const titles = [
    t('activitySheets.stepFile'),
    t('activitySheets.stepColumns'),
    t(isReport ? 'activitySheets.stepCompare' : 'activitySheets.stepCheck'),
    ...(isReport ? [] : [t('activitySheets.stepDone')]),
  ];
  const active = Math.min(props.active, titles.length - 1);
  return (
    <Steps
      steps={titles.map((title, at) => ({ title, content: at === active && props.children }))}
      active={active}
      onStep={props.onStep ?? (() => undefined)}
    />
  );
}
