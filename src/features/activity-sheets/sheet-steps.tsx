import type { ReactNode } from 'react';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { StepsTo } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';

/** The steps of every sheet, one of them shown. Steps that lie behind can be gone back to with `onStep`. */
export function SheetSteps({
  kind,
  ...props
}: {
  kind: SheetKind;
  active: number;
  onStep?: (step: number) => void;
  children: ReactNode;
}) {
  const t = useText();
  const isReport = kind === 'SYSTEM_EXPORT';
  const titles = [
    t('words.file'),
    t('words.columns'),
    t(isReport ? 'activitySheets.stepCompare' : 'loanImport.stepCheck'),
    ...(isReport ? [] : [t('activitySheets.stepDone')]),
  ];
  return <StepsTo {...props} titles={titles} />;
}
