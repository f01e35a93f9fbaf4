import { Button, SegmentedControl } from '@mantine/core';
import { IconFingerprint, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import { Panel } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PinField } from '../../components/pin-input.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { enrolFingerprint, hasFingerprint } from '../../lib/fingerprint.ts';
import { pinProblem } from '../../lib/pin-rules.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceError } from '../../offline/errors.ts';
import { noteOffered } from '../../offline/quick-unlock-offer.ts';
import { readQuickUnlock, unlockPolicy } from '../../offline/quick-unlock-record.ts';
import {
  needsPasswordFirst,
  quickWays,
  removeQuickUnlock,
  setUpQuickUnlock,
} from '../../offline/quick-unlock.ts';
import type { QuickSecret } from '../../offline/quick-unlock.ts';
import { usesOffline } from '../../offline/session.ts';
import { openedVaultOrNull } from '../../offline/vault.ts';

type Kind = QuickSecret['kind'];

/** How this phone is opened, read on it. */
export const useQuickUnlock = () =>
  useDeviceQuery({ key: ['profiles', 'unlock'], topics: ['vault'], load: readState });

/** How this phone is opened: what is set, and a form to set or change it. Nothing where nothing may be. */
export function QuickUnlockSettings() {
  const t = useText();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const { data } = useQuickUnlock();
  const kinds = data?.kinds ?? [];
  const kind = kinds.find((each) => each === chosen) ?? kinds[0];
  if (data === undefined || data === null || kind === undefined) return null;
  return (
    <Panel title={t('unlock.settings')}>
      <div id="unlock" className="rc-stack-16">
        <p>{t(data.set === null ? 'unlock.noneSet' : `unlock.isSet.${data.set}`)}</p>
        {data.set !== null && (
          <Button variant="default" onClick={() => void remove(t('unlock.removed'))}>
            {t('unlock.remove')}
          </Button>
        )}
        {kinds.length > 1 && (
          <SegmentedControl
            fullWidth
            aria-label={t('unlock.way')}
            data={kinds.map((value) => ({ value, label: t(`unlock.kind.${value}`) }))}
            value={kind}
            onChange={(value) => setChosen(kinds.find((each) => each === value) ?? null)}
          />
        )}
        <UnlockForm key={kind} kind={kind} isNew={data.set === null} />
        <p className="rc-quiet-small">{t('unlock.help', { count: data.passwordDays })}</p>
      </div>
    </Panel>
  );
}

async function readState() {
  const user = openedVaultOrNull()?.user;
  // Work waits on their phones; what others read here is a desk's.
  if (user === undefined || !usesOffline(user.role)) return null;
  const ways = await quickWays();
  const kinds: Kind[] = [];
  if (ways.fingerprint && (await hasFingerprint())) kinds.push('fingerprint');
  if (ways.pin) kinds.push('pin');
  const set = (await readQuickUnlock(user._id))?.kind ?? null;
  return { kinds, set, passwordDays: (await unlockPolicy(user._id)).passwordDays };
}

async function remove(done: string): Promise<void> {
  await removeQuickUnlock();
  showSuccess(done);
}

const EMPTY = { pin: '', again: '', password: '' };

function rulesOf(kind: Kind, asksPassword: boolean) {
  const text = z.string();
  return z
    .object({
      pin: text,
      again: text,
      password: asksPassword ? text.min(1, says('current-password-missing')).max(1024) : text,
    })
    .refine(({ pin }) => kind !== 'pin' || pinProblem(pin) !== 'digits', {
      path: ['pin'],
      ...says('pin-digits'),
    })
    .refine(({ pin }) => kind !== 'pin' || [null, 'digits'].includes(pinProblem(pin)), {
      path: ['pin'],
      ...says('pin-weak'),
    })
    .refine(({ pin, again }) => kind !== 'pin' || again === pin, {
      path: ['again'],
      ...says('pin-differs'),
    });
}

function UnlockForm({ kind, isNew }: { kind: Kind; isNew: boolean }) {
  const t = useText();
  const [asksPassword] = useState(() => needsPasswordFirst());
  const [rules] = useState(() => rulesOf(kind, asksPassword));
  const save = async ({ pin, password }: typeof EMPTY) => {
    await setUpQuickUnlock(await secretOf(kind, pin), needsPasswordFirst() ? password : null);
    await noteOffered(userNow()._id);
  };
  return (
    <ScreenForm
      name="unlock.settings"
      rules={rules}
      defaults={EMPTY}
      label={t('unlock.settings')}
      save={save}
      done={t('unlock.saved')}
      onSaved={(_answer, form) => form.reset(EMPTY)}
      submitLabel={t(`unlock.${isNew ? 'set' : 'change'}.${kind}`)}
      icon={
        kind === 'pin' ? (
          <IconLock size={17} aria-hidden />
        ) : (
          <IconFingerprint size={17} aria-hidden />
        )
      }
    >
      {kind === 'pin' && (
        <>
          <PinField name="pin" text="unlock.newPin" help={t('unlock.pinHelp')} isRequired />
          <PinField name="again" text="unlock.pinAgain" isRequired />
        </>
      )}
      {asksPassword && (
        <PasswordField
          name="password"
          text="profiles.currentPassword"
          autoComplete="current-password"
          isRequired
        />
      )}
    </ScreenForm>
  );
}

function userNow() {
  const user = openedVaultOrNull()?.user;
  if (user === undefined) throw new DeviceError('LOCKED');
  return user;
}

async function secretOf(kind: Kind, pin: string): Promise<QuickSecret> {
  if (kind === 'pin') return { kind, pin };
  const enrolled = await enrolFingerprint(userNow());
  if (enrolled === null) throw new DeviceError('NO_FINGERPRINT');
  return { kind, ...enrolled };
}
