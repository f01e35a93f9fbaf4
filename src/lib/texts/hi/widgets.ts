/** Widgets that many screens use: file drop, progress, forms, timeline. */
export const widgets = {
  dropFile: 'फ़ाइल यहाँ छोड़ें या चुनें',
  dropFiles: 'फ़ाइलें यहाँ छोड़ें या चुनें',
  chooseFile: 'फ़ाइल चुनें',
  wrongType: '{{name}} {{types}} फ़ाइल नहीं है। दूसरी चुनें।',
  tooLarge: '{{name}} {{limit}} से बड़ी है। छोटी फ़ाइल चुनें।',
  removeFile: '{{name}} हटाएँ',
  fileRemoved: '{{name}} हटाया गया',
  progress: '{{total}} में से {{done}}',
  fixFields_one: 'आगे बढ़ने के लिए {{count}} खाना ठीक करें।',
  fixFields_other: 'आगे बढ़ने के लिए {{count}} खाने ठीक करें।',
  stepOf: '{{total}} में से चरण {{step}}',
  timelineEmpty: 'अभी तक कुछ नहीं हुआ है।',
  pickDay: 'दिन चुनें',
  dayHint: 'DD-MM-YYYY',
  badDay: 'तारीख DD-MM-YYYY में लिखें।',
  badAmount: 'राशि पूरे रुपयों में लिखें।',
};
