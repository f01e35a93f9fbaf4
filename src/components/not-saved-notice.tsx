import { useFormState } from 'react-hook-form';
import { useText } from '../lib/texts/texts.ts';
import { Notice } from './notice.tsx';

/** The error at a form's root that says that the server was not reached. */
export const UNREACHED = 'unreached';

/** The error at a form's root that says that the server had no time, or failed at it. */
export const FAILED = 'failed';

/** The error at a form's root that says that what it is about is not there any more. */
export const GONE = 'gone';

const WORDS = {
  [UNREACHED]: 'widgets.notSavedBody',
  [FAILED]: 'widgets.notSavedFailed',
  [GONE]: 'widgets.notSavedGone',
} as const;

/**
 * Inside a form that was not saved though nothing is wrong with what was typed (root error of `WORDS`): that nothing is
 * lost, and what to do. It stays: who saved on a slow line looked away, and a toast is gone by then.
 */
export function NotSavedNotice() {
  const t = useText();
  const type = useFormState().errors.root?.type;
  if (type !== UNREACHED && type !== FAILED && type !== GONE) return null;
  return (
    <Notice tone="warn" title={t('widgets.notSavedTitle')} isAlert>
      {t(WORDS[type])}
    </Notice>
  );
}
