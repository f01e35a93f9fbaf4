import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../lib/error-words.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './recording-player.module.css';
import { showError } from './toast-store.ts';

/** Loads the recording of a call by the id of its contact or dialer call. */
export type RecordingLoader = (callId: string) => Promise<Blob>;

/** A call's recording: fetched when somebody wants to hear it, played in place. */
export function RecordingPlayer({ callId, load }: { callId: string; load: RecordingLoader }) {
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const sound = useRef<HTMLAudioElement>(null);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  useEffect(() => {
    // A browser that wants a press of its own shows its button.
    if (address !== null) sound.current?.play().catch(() => undefined);
  }, [address]);
  const open = async () => {
    setLoading(true);
    try {
      setAddress(URL.createObjectURL(await load(callId)));
    } catch (error) {
      showError(errorWords(error));
    } finally {
      setLoading(false);
    }
  };
  if (address !== null) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said on a call
      <audio
        ref={sound}
        className={classes.sound}
        src={address}
        controls
        aria-label={t('contacts.recording')}
      />
    );
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.play}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={isLoading}
      onClick={() => void open()}
    >
      {t('contacts.playRecording')}
    </Button>
  );
}
