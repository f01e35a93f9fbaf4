import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { namedProblemWords } from '../../lib/problem-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceError } from '../../offline/errors.ts';
import classes from './save-failure.module.css';

const TOLD = ['STORAGE_FULL', 'LOCKED', 'NOT_REGISTERED', 'ALREADY_SAVED'] as const;

function isTold(code: string): code is (typeof TOLD)[number] {
  return TOLD.some((each) => each === code);
}

/** Why something was not saved on this phone, what to do, and that nothing typed is lost. */
export function SaveFailure({ error }: { error: unknown }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not the effect's answer: newer browsers return a promise, which React would call when the screen is left.
    frame.current?.scrollIntoView({ block: 'center' });
  }, []);
  const code = error instanceof DeviceError ? error.code : null;
  const isFull = code === 'STORAGE_FULL';
  const details = error instanceof DeviceError ? error.details : [];
  const words = () => {
    if (code === 'INVALID') {
      const list = details.map(namedProblemWords).join(' ');
      return t('fieldLoan.failed.INVALID', { details: list });
    }
    if (code !== null && isTold(code)) {
      return t(`fieldLoan.failed.${code}`);
    }
    return t('fieldLoan.failed.other');
  };
  return (
    <div ref={frame} className={classes.frame} role="alert">
      <IconAlertTriangle size={22} stroke={1.7} aria-hidden />
      <div className={classes.words}>
        <strong>{t('widgets.notSavedTitle')}</strong>
        <p>{words()}</p>
        {isFull && (
          <>
            <p>{t('fieldLoan.failed.STORAGE_FULL_ONLINE')}</p>
            <Button component={Link} to="/outbox" variant="default" mt={8}>
              {t('words.openTheOutbox')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
