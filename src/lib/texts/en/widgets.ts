/** Widgets that many screens use: file drop, progress, forms, timeline. */
export const widgets = {
  dropFile: 'Drop a file here or choose one',
  dropFiles: 'Drop files here or choose them',
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  wrongType: '{{name}} is not a {{types}} file. Choose another.',
  tooLarge: '{{name}} is larger than {{limit}}. Choose a smaller file.',
  emptyFile: '{{name}} has nothing in it. Choose another.',
  tooManyFiles_one: 'Only {{count}} file goes here: {{name}} stayed out.',
  tooManyFiles_other:
    'At most {{count}} files go here: {{name}} and those chosen after it stayed out.',
  removeFile: 'Remove {{name}}',
  fileRemoved: '{{name}} was removed',
  progress: '{{done}} of {{total}}',
  staleTitle: 'Not saved: somebody else changed this meanwhile',
  staleBy: 'Not saved: {{name}} changed this meanwhile ({{when}})',
  staleMerged:
    'Their changes are in the form now, and what you typed stays. Look it over and save again.',
  staleBoth:
    'Their changes are in the form now, and what you typed stays. What you both changed says so: keep yours or take theirs, then save again.',
  staleUnread:
    'What you typed is still here. Their changes are being read; if they do not come, save again.',
  staleNow: 'Now: {{value}}',
  staleNowBy: 'Now: {{value}} – changed by {{name}} ({{when}})',
  staleEmpty: 'empty',
  staleTake: 'Take theirs',
  staleTakeFor: 'Take theirs: {{label}}',
  stalePart: 'Part of the form',
  stalePartChanged: '{{label}}: you both changed this; yours stands here.',
  notSavedTitle: 'Not saved',
  notSavedBody:
    'The server could not be reached. What you typed is still here: save again when the network is back.',
  notSavedFailed:
    'The server could not do it now. What you typed is still here: save again in a moment.',
  notSavedGone:
    'What this is about was removed meanwhile, or is no longer yours to see. What you typed is still here: copy what you need before you leave.',
  fixFields_one: 'Check {{count}} field to continue.',
  fixFields_other: 'Check {{count}} fields to continue.',
  stepOf: 'Step {{step}} of {{total}}',
  timelineEmpty: 'Nothing has happened yet.',
  pickDay: 'Choose a day',
  dayHint: 'DD-MM-YYYY',
  showPassword: 'Show or hide the password',
  makePassword: 'Make a strong password',
  copy: 'Copy',
  copied: 'Copied',
  badDay: 'Give the date as DD-MM-YYYY.',
  badAmount: 'Give the amount in whole rupees.',
  showAsChart: 'Show as chart',
  showAsTable: 'Show as table',
  lakh: 'L',
  crore: 'Cr',
};
