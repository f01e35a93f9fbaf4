import type { InputDraft } from '../lib/kept-input.ts';
import { useText } from '../lib/texts/texts.ts';
import { Notice } from './notice.tsx';

/** Says that what stands in a form was typed on an earlier page and never saved. */
export function KeptInputNote({ draft }: { draft: InputDraft }) {
  const t = useText();
  const hasInput = Object.keys(draft.input).length > 0;
  return (
    <Notice tone="info" title={t(hasInput ? 'widgets.inputBack' : 'widgets.inputLacksFiles')}>
      {draft.lacksFiles ? t('widgets.inputBackFiles') : undefined}
    </Notice>
  );
}
