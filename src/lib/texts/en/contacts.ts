/** Calls and visits as histories and reports show them. */
export const contacts = {
  history: 'History',
  byPhone: 'Call',
  visit: 'Visit',
  promised: 'Promised',
  collected: 'Collected',
  personMet: 'Met',
  waiting: 'Waiting to be sent',
  fileWaiting: 'Still on the phone',
  openPicture: 'Open the picture {{name}}',
  position: 'On the map (± {{metres}} m)',
  noPosition: {
    DENIED: 'No position: not allowed on the phone',
    UNAVAILABLE: 'No position: no signal',
    TIMEOUT: 'No position: it took too long',
    UNSUPPORTED: 'No position: the phone cannot tell',
  },
  rowsPerPage: 'Rows per page',
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
};
