/** Calls of every dialer: their recordings, and the sheets of outside dialers. */
export const calls = {
  recordingsSubtitle: 'Calls with a recording, of this dialer, of agents and of call sheets.',
  noRecordings: 'Calls with a recording in these days stand here. Choose other days or filters.',
  search: 'Number, loan number',
  number: 'Number dialled',
  process: 'Process',
  outcome: 'Result',
  source: 'Source',
  convoxid: 'Call id',
  recording: 'Recording',
  sources: { ENGINE: 'Our dialer', MANUAL: 'By hand', SHEET: 'Call sheet' },
  result: {
    ANSWERED: 'Answered',
    ABANDONED: 'Dropped',
    BUSY: 'Busy',
    NO_ANSWER: 'No answer',
    MACHINE: 'Machine',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
  },
};
