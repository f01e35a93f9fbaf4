import { Notice } from '../../components/notice.tsx';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Why a file was not taken; nothing without an error. */
export function ImportFailure({ error }: { error: Error | null }) {
  const t = useText();
  if (error === null) return null;
  return (
    <Notice tone="danger" title={t('sheetWork.failedTitle')} isAlert>
      {errorWords(error)}
    </Notice>
  );
}
