/** The daily reports of calls and visits. */
export const reports = {
  search: 'Borrower, loan number, remarks',
  money: 'Money',
  at: 'Recorded',
  due: 'For',
  duration: 'Length',
  noEntries: 'Nothing was recorded in these days.',
  devices: 'Agents’ devices',
  devicesHint: 'Which field agents hold unsent work, and when their phones last synced.',
  devicesNone: 'No field agent has logged in on a device yet.',
  unsentOnly: 'Only with unsent work',
  lastPulled: 'Last pull',
  version: 'Version',
  revoked: 'Revoked',
};
