import type { ScreenKeys } from '../../components/screen-keys.ts';

/** The keys of the predictive call screen, as "?" shows them. */
export const PREDICTIVE_KEYS: ScreenKeys = {
  title: 'predictive.keysTitle',
  keys: [
    { keys: ['S'], text: 'predictive.keyStart' },
    { keys: ['B'], text: 'predictive.keyBreak' },
    { keys: ['Ctrl', 'H'], text: 'predictive.hangUp' },
    { keys: ['1', '…', '9'], text: 'callDesk.keyCode' },
    { keys: ['D'], text: 'callDesk.keyList' },
    { keys: ['R'], text: 'callDesk.keyRemarks' },
    { keys: ['Ctrl', 'Enter'], text: 'predictive.keySave' },
  ],
};
