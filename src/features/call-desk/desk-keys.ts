import type { ScreenKeys } from '../../components/screen-keys.ts';

/** The keys that lead on from a loan that is not there yet. */
export const WAY_KEYS: readonly string[] = ['n', 'p', 'Escape'];

/** The keys of the call desk, as "?" shows them. */
export const DESK_KEYS: ScreenKeys = {
  title: 'callDesk.keysTitle',
  keys: [
    { keys: ['C'], text: 'callDesk.keyCall' },
    { keys: ['T'], text: 'callDesk.keyNumber' },
    { keys: ['1', '…', '9'], text: 'callDesk.keyCode' },
    { keys: ['D'], text: 'callDesk.keyList' },
    { keys: ['R'], text: 'callDesk.keyRemarks' },
    { keys: ['Ctrl', 'Enter'], text: 'common.save' },
    { keys: ['Ctrl', 'Shift', 'Enter'], text: 'callDesk.keySaveNext' },
    { keys: ['N'], text: 'callDesk.keyNext' },
    { keys: ['P'], text: 'callDesk.previous' },
    { keys: ['Esc'], text: 'callDesk.keyBack' },
  ],
};
