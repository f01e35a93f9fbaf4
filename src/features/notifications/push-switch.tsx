import { Switch } from '@mantine/core';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PushRefused, usePushState, useSetPush } from './push-queries.ts';
import classes from './notifications.module.css';

/** "Tell me on this device": on, off, or why this browser cannot. */
export function PushSwitch() {
  const t = useText();
  const state = usePushState();
  const change = useSetPush();
  const now = state.data ?? 'off';
  const handleChange = (isOn: boolean) =>
    change.mutate(isOn, {
      onSuccess: () => {
        if (isOn) showSuccess(t('notifications.pushOn'));
        else showInfo(t('notifications.pushOff'));
      },
      onError: (error) => {
        if (!(error instanceof PushRefused)) showError(errorWords(error));
        else if (error.reason === 'failed') showError(t('notifications.pushFailed'));
      },
    });
  if (now === 'unsupported')
    return <p className={classes.noPush}>{t('notifications.pushUnsupported')}</p>;
  if (now === 'denied') return <p className={classes.noPush}>{t('notifications.pushDenied')}</p>;
  return (
    <Switch
      className={classes.push}
      label={t('notifications.pushLabel')}
      description={t('notifications.pushHint')}
      checked={change.isPending ? change.variables : now === 'on'}
      disabled={state.isPending || change.isPending}
      onChange={(event) => handleChange(event.currentTarget.checked)}
    />
  );
}
