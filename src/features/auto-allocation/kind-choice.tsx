import { SegmentedControl } from '@mantine/core';
import { useText } from '../../lib/texts/texts.ts';
import type { RunKind } from './allocation-queries.ts';

/** For which work: calls, visits, managers. */
export function KindChoice(props: {
  kinds: readonly RunKind[];
  value: RunKind;
  onChange: (kind: RunKind) => void;
}) {
  const t = useText();
  return (
    <SegmentedControl
      aria-label={t('autoAllocation.kindLabel')}
      data={props.kinds.map((kind) => ({ value: kind, label: t(`autoAllocation.${kind}`) }))}
      value={props.value}
      onChange={(kind) => props.onChange(kind)}
    />
  );
}
