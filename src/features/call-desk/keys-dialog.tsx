import { Kbd, Modal } from '@mantine/core';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

const KEYS = [
  { keys: ['C'], text: 'callDesk.keyCall' },
  { keys: ['1', '…', '9'], text: 'callDesk.keyCode' },
  { keys: ['D'], text: 'callDesk.keyList' },
  { keys: ['R'], text: 'callDesk.keyRemarks' },
  { keys: ['Ctrl', 'Enter'], text: 'callDesk.keySave' },
  { keys: ['Ctrl', 'Shift', 'Enter'], text: 'callDesk.keySaveNext' },
  { keys: ['N'], text: 'callDesk.keyNext' },
  { keys: ['P'], text: 'callDesk.keyPrevious' },
  { keys: ['Esc'], text: 'callDesk.keyBack' },
  { keys: ['?'], text: 'callDesk.keyHelp' },
] as const;

/** The keys of the call desk. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('callDesk.keysTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <dl className={classes.keys}>
        {KEYS.map(({ keys, text }) => (
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
      <p className={classes.quiet}>{t('callDesk.keysInert')}</p>
    </Modal>
  );
}
