/** Uploaded sheets of any kind: their work, what is decided about them, and the list of them. */
export const sheetWork = {
  client: 'क्लाइंट',
  clientHelp: 'ये ऋण किस ऋणदाता के हैं।',
  noClients: 'अभी कोई क्लाइंट नहीं। पहले जोड़ें।',
  leaveIt: 'आप यह पेज छोड़ सकते हैं। काम चलता रहता है, और शीट नीचे की सूची में मिलती है।',
  failedTitle: 'यह फ़ाइल पढ़ी नहीं जा सकी',
  droppedTitle: 'यह शीट छोड़ दी गई',
  another: 'दूसरी फ़ाइल अपलोड करें',
  drop: 'यह शीट छोड़ें',
  dropTitle: 'यह शीट छोड़ दें?',
  dropBody: 'इसमें से कुछ दर्ज नहीं हुआ। फ़ाइल फिर अपलोड की जा सकती है।',
  keepIt: 'रहने दें',
  dropped: 'शीट छोड़ दी गई',
  earlier: 'पिछली शीट',
  noSheets: 'अभी कोई शीट अपलोड नहीं हुई। ऊपर फ़ाइल चुनें।',
};
