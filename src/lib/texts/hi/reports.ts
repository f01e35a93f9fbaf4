/** The daily reports of calls and visits. */
export const reports = {
  search: 'उधारकर्ता, ऋण संख्या, टिप्पणी',
  money: 'राशि',
  at: 'दर्ज',
  due: 'कब के लिए',
  duration: 'अवधि',
  noEntries: 'इन दिनों में कुछ दर्ज नहीं हुआ।',
  devices: 'एजेंटों के डिवाइस',
  devicesHint: 'किन फ़ील्ड एजेंटों का काम भेजा जाना बाकी है, और उनके फ़ोन पिछली बार कब सिंक हुए।',
  devicesNone: 'अभी किसी फ़ील्ड एजेंट ने किसी डिवाइस पर लॉग इन नहीं किया।',
  unsentOnly: 'सिर्फ़ जिनका काम बाकी है',
  lastPulled: 'पिछला पुल',
  version: 'संस्करण',
  revoked: 'रद्द',
};
