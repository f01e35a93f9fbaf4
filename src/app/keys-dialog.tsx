import { Kbd, Modal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useBackCloses } from '../components/back-closes.ts';
import { keysShownStore, screenKeysStore } from '../components/screen-keys.ts';
import type { ScreenKeys } from '../components/screen-keys.ts';
import { useFocusReturn } from '../components/use-focus-return.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './keys-dialog.module.css';

const EVERYWHERE: ScreenKeys = {
  title: 'palette.keysEverywhere',
  keys: [
    { keys: ['Ctrl', 'K'], text: 'palette.title' },
    { keys: ['M'], text: 'frame.toggleMenu' },
    { keys: ['U'], text: 'palette.keyToast' },
    { keys: ['?'], text: 'palette.keyHelp' },
  ],
};

const close = () => keysShownStore.set(false);

/** The keys of this screen and those that work everywhere ("?"). */
export function KeysDialog() {
  const t = useText();
  const isShown = useSyncExternalStore(keysShownStore.subscribe, keysShownStore.get);
  useBackCloses(isShown, close);
  return (
    <Modal
      opened={isShown}
      onClose={close}
      title={t('palette.keysTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Keys />
    </Modal>
  );
}

function Keys() {
  const t = useText();
  const own = useSyncExternalStore(screenKeysStore.subscribe, screenKeysStore.get);
  // The dialog is loaded when it is first opened: its Modal knows nothing of what was before.
  useFocusReturn();
  return (
    <>
      {own !== null && <KeyList group={own} />}
      <KeyList group={EVERYWHERE} />
      <p className={classes.hint}>{t('palette.keysInert')}</p>
    </>
  );
}

function KeyList({ group }: { group: ScreenKeys }) {
  const t = useText();
  return (
    <section>
      <h3 className={classes.title}>{t(group.title)}</h3>
      <dl className={classes.keys}>
        {group.keys.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
