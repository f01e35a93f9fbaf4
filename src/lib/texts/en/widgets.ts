/** Widgets that many screens use: file drop, progress, forms, timeline. */
export const widgets = {
  dropFile: 'Drop a file here or choose one',
  dropFiles: 'Drop files here or choose them',
  chooseFile: 'Choose a file',
  wrongType: '{{name}} is not a {{types}} file. Choose another.',
  tooLarge: '{{name}} is larger than {{limit}}. Choose a smaller file.',
  removeFile: 'Remove {{name}}',
  fileRemoved: '{{name}} was removed',
  progress: '{{done}} of {{total}}',
  fixFields_one: 'Mend {{count}} field to go on.',
  fixFields_other: 'Mend {{count}} fields to go on.',
  stepOf: 'Step {{step}} of {{total}}',
  timelineEmpty: 'Nothing has happened yet.',
  pickDay: 'Choose a day',
  dayHint: 'DD-MM-YYYY',
  badDay: 'Give the date as DD-MM-YYYY.',
  badAmount: 'Give the amount in whole rupees.',
};
