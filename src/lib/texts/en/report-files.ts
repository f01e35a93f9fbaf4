/** Large exports that are made in the background. */
export const reportFiles = {
  filesTitle: 'Your report files',
  filesAbout: 'Large exports are made in the background. Files are kept for seven days.',
  filesNone: 'No large exports in the last seven days.',
  fileStates: { WAITING: 'Waiting', RUNNING: 'In work', DONE: 'Ready', FAILED: 'Failed' },
  fileProgress: '{{done}} of {{total}} rows',
  fileAsked: 'Asked for',
  fileExpires: 'Kept until',
  fileStarted: 'The file is large: it is made in the background. You will be notified.',
};
