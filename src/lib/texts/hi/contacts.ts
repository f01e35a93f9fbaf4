/** Calls and visits as histories and reports show them. */
export const contacts = {
  history: 'इतिहास',
  byPhone: 'कॉल',
  visit: 'विज़िट',
  promised: 'वादा',
  collected: 'वसूली',
  personMet: 'मिले',
  waiting: 'भेजा जाना बाकी',
  fileWaiting: 'अभी फ़ोन पर है',
  openPicture: 'तस्वीर {{name}} खोलें',
  position: 'नक्शे पर (± {{metres}} मी)',
  noPosition: {
    DENIED: 'स्थान नहीं: फ़ोन पर अनुमति नहीं',
    UNAVAILABLE: 'स्थान नहीं: सिग्नल नहीं',
    TIMEOUT: 'स्थान नहीं: बहुत समय लगा',
    UNSUPPORTED: 'स्थान नहीं: फ़ोन बता नहीं सकता',
  },
  rowsPerPage: 'प्रति पेज पंक्तियाँ',
  rows_one: '{{count}} पंक्ति',
  rows_other: '{{count}} पंक्तियाँ',
};
