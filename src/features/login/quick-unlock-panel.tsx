import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { PinInput } from '../../components/pin-input.tsx';
import { errorWords } from '../../lib/error-words.ts';
import { askFingerprint } from '../../lib/fingerprint.ts';
import { PIN_LENGTH } from '../../lib/pin-rules.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceError } from '../../offline/errors.ts';
import { quickUnlock } from '../../offline/quick-unlock.ts';
import { listQuickUnlocks } from '../../offline/quick-unlock-record.ts';
import type { QuickUnlock } from '../../offline/quick-unlock-record.ts';
import { subscribe } from '../../offline/signals.ts';
import classes from './quick-unlock-panel.module.css';

interface PanelProps {
  /** Whom to let in; null: everybody who has a PIN or fingerprint here. */
  userIds: readonly string[] | null;
  onOpened: (user: LoggedInUser) => void;
}

const NONE = { words: '', isOfTries: false };

/** PIN or fingerprint of the people of this phone; where there are several, each by name. */
export function QuickUnlockPanel({ userIds, onOpened }: PanelProps) {
  const t = useText();
  const known = useQuickUnlocks();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState(NONE);
  const people = (known ?? []).filter(({ userId }) => userIds?.includes(userId) ?? true);
  const chosen = people.find(({ userId }) => userId === chosenId) ?? people[0];
  const open = async (userId: string, secret: Parameters<typeof quickUnlock>[1]) => {
    try {
      const user = await quickUnlock(userId, secret);
      setRefusal(NONE);
      onOpened(user);
    } catch (error) {
      const isWrong = error instanceof DeviceError && error.code === 'WRONG_PIN';
      const words = isWrong ? t('unlock.wrong', { count: error.triesLeft }) : errorWords(error);
      setRefusal({ words, isOfTries: isWrong });
    }
  };
  // Taken away meanwhile (the password was changed elsewhere), a PIN has no tries left.
  const said = chosen === undefined && refusal.isOfTries ? '' : refusal.words;
  return (
    <div className={classes.panel}>
      {people.length > 1 && (
        <fieldset className={classes.people} aria-label={t('unlock.who')}>
          {people.map(({ userId, name }) => (
            <Button
              key={userId}
              size="md"
              variant={userId === chosen?.userId ? 'filled' : 'default'}
              aria-pressed={userId === chosen?.userId}
              onClick={() => {
                setChosenId(userId);
                setRefusal(NONE);
              }}
            >
              {name}
            </Button>
          ))}
        </fieldset>
      )}
      {chosen?.kind === 'pin' && <PinEntry key={chosen.userId} record={chosen} onPin={open} />}
      {chosen?.kind === 'fingerprint' && (
        <FingerprintEntry key={chosen.userId} record={chosen} onAnswer={open} />
      )}
      {known !== null && chosen === undefined && userIds !== null && said === '' && (
        <p className={classes.refusal}>{t('unlock.passwordOnly')}</p>
      )}
      <p className={classes.refusal} role="alert">
        {said}
      </p>
    </div>
  );
}

/** Null: not read yet. */
function useQuickUnlocks(): QuickUnlock[] | null {
  const [known, setKnown] = useState<QuickUnlock[] | null>(null);
  useEffect(() => {
    let isHere = true;
    const read = () =>
      void listQuickUnlocks().then(
        (list) => isHere && setKnown(list),
        () => isHere && setKnown([]),
      );
    read();
    const stop = subscribe(['vault'], read);
    return () => {
      isHere = false;
      stop();
    };
  }, []);
  return known;
}

type Opening = (
  userId: string,
  secret: { pin: string } | { answer: Uint8Array<ArrayBuffer> },
) => Promise<void>;

/** Opens with the sixth digit; what was wrong is typed anew. */
function PinEntry({ record, onPin }: { record: QuickUnlock; onPin: Opening }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [isChecking, setChecking] = useState(false);
  useEffect(() => input.current?.focus(), []);
  const take = async (digits: string) => {
    if (isChecking) return;
    setPin(digits);
    if (digits.length < PIN_LENGTH) return;
    setChecking(true);
    await onPin(record.userId, { pin: digits });
    setPin('');
    setChecking(false);
    input.current?.focus();
  };
  return (
    <PinInput
      ref={input}
      label={t('unlock.pinOf', { name: record.name })}
      description={isChecking ? t('unlock.checking') : t('unlock.sixDigits')}
      value={pin}
      aria-busy={isChecking}
      onDigits={(digits) => void take(digits)}
    />
  );
}

function FingerprintEntry({ record, onAnswer }: { record: QuickUnlock; onAnswer: Opening }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const ask = async () => {
    setAsking(true);
    const answer = record.credentialId && (await askFingerprint(record.credentialId));
    setRefused(!answer);
    if (answer) await onAnswer(record.userId, { answer });
    setAsking(false);
  };
  return (
    <>
      <Button
        size="lg"
        fullWidth
        loading={isAsking}
        leftSection={<IconFingerprint size={22} aria-hidden />}
        onClick={() => void ask()}
      >
        {t('unlock.openAs', { name: record.name })}
      </Button>
      {isRefused && <p className={classes.refusal}>{t('unlock.notShown')}</p>}
    </>
  );
}
