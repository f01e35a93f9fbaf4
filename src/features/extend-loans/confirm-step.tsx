import { Button } from '@mantine/core';
import type { ExtensionPreview } from '../../../contract/loan-closure.ts';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import { Notice } from '../../components/notice.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { Extension } from './extend-loans-queries.ts';
import { EXTENSION_TIMEOUT_MS } from './extend-loans-queries.ts';
import classes from './extend-loans.module.css';

interface ConfirmProps {
  extension: Extension;
  preview: ExtensionPreview;
  onBack: () => void;
  onDone: () => void;
}

/** Last step: what changes and what stays, then the one button that does it. */
export function ConfirmStep({ extension, preview, onBack, onDone }: ConfirmProps) {
  const t = useText();
  const extend = useBodyCommand(loanClosureCalls.extendLoans, {
    changes: ['everything'],
    isBlocking: true,
    timeoutMs: EXTENSION_TIMEOUT_MS,
  });
  const { loans, periodEndsOn } = extension;
  const { asOf } = preview;
  const lines = [
    [preview.expiredCount, 'loanLife.extendExpired'],
    [preview.shortenedCount, 'loanLife.extendShortened'],
    [preview.unchangedCount, 'loanLife.extendUnchanged'],
    [preview.closedCount, 'loanLife.extendClosed'],
  ] as const;
  const confirm = () =>
    extend.mutate(
      { loans: 'matching' in loans ? { ...loans, asOf } : loans, periodEndsOn },
      {
        onSuccess: ({ extended }) => {
          showSuccess(t('loanLife.extended', { count: extended }));
          onDone();
        },
      },
    );
  return (
    <div className={classes.step}>
      <p className={classes.until}>
        {t('loanLife.until')}:{' '}
        <strong>{periodEndsOn === null ? t('loanLife.openEnd') : formatDay(periodEndsOn)}</strong>
      </p>
      <Notice
        tone={preview.shortenedCount > 0 ? 'warn' : 'info'}
        title={t('loanLife.extendCount', { count: preview.count })}
      >
        <ul className={classes.lines}>
          {lines.map(([count, key]) => count > 0 && <li key={key}>{t(key, { count })}</li>)}
        </ul>
      </Notice>
      <div className="rc-row-8">
        <Button variant="default" onClick={onBack}>
          {t('loanLife.backStep')}
        </Button>
        <Button loading={extend.isPending} disabled={preview.count === 0} onClick={confirm}>
          {t('loanLife.extend')}
        </Button>
      </div>
    </div>
  );
}
