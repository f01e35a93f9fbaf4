/** हर डायलर की कॉल: रिकॉर्डिंग, और बाहरी डायलर की शीट। */
export const calls = {
  recordingsSubtitle: 'रिकॉर्डिंग वाली कॉल: इस डायलर की, एजेंटों की और कॉल शीट की।',
  noRecordings: 'इन दिनों की रिकॉर्डिंग वाली कॉल यहाँ दिखती हैं। दूसरे दिन या फ़िल्टर चुनें।',
  search: 'नंबर, ऋण संख्या',
  number: 'डायल किया नंबर',
  process: 'प्रोसेस',
  outcome: 'नतीजा',
  source: 'स्रोत',
  convoxid: 'कॉल आईडी',
  recording: 'रिकॉर्डिंग',
  sources: { ENGINE: 'हमारा डायलर', MANUAL: 'हाथ से', SHEET: 'कॉल शीट' },
  result: {
    ANSWERED: 'उठाई गई',
    ABANDONED: 'छूटी',
    BUSY: 'व्यस्त',
    NO_ANSWER: 'जवाब नहीं',
    MACHINE: 'मशीन',
    FAILED: 'असफल',
    CANCELLED: 'रद्द',
  },
};
