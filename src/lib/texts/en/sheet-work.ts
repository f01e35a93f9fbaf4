/** Uploaded sheets of any kind: their work, what is decided about them, and the list of them. */
export const sheetWork = {
  client: 'Client',
  clientHelp: 'The lender these loans belong to.',
  noClients: 'No client yet. Add one first.',
  leaveIt: 'You can leave this page. The work goes on, and the sheet is found in the list below.',
  failedTitle: 'This file could not be read',
  droppedTitle: 'This sheet was dropped',
  another: 'Upload another file',
  drop: 'Drop this sheet',
  dropTitle: 'Drop this sheet?',
  dropBody: 'Nothing of it was taken in. The file can be uploaded again.',
  keepIt: 'Keep it',
  dropped: 'Sheet dropped',
  earlier: 'Earlier sheets',
  noSheets: 'No sheet was uploaded yet. Choose a file above.',
};
