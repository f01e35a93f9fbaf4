import { useFormState } from 'react-hook-form';
import { useText } from '../lib/texts/texts.ts';
import { Notice } from './notice.tsx';

/** The error at a form's root that says that the server was not reached. */
export const UNREACHED = 'unreached';

/** Inside a form whose save did not reach the server (root error `UNREACHED`): that nothing is lost, and what to do. */
export function NotSavedNotice() {
  const t = useText();
  const { errors } = useFormState();
  if (errors.root?.type !== UNREACHED) return null;
  return (
    <Notice tone="warn" title={t('widgets.notSavedTitle')} isAlert>
      {t('widgets.notSavedBody')}
    </Notice>
  );
}
