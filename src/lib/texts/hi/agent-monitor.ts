/** The live monitor of dialer agents. */
export const agentMonitor = {
  live: {
    connecting: 'जुड़ रहा है',
    live: 'लाइव',
    polling: 'हर 5 सेकंड में',
  },
  states: 'स्थिति के अनुसार एजेंट',
  columns: {
    name: 'एजेंट',
    state: 'स्थिति',
    time: 'इस स्थिति में समय',
    process: 'प्रोसेस',
    loan: 'मौजूदा ऋण',
    calls: 'कॉल',
    talk: 'बातचीत',
    wrapUp: 'रैप-अप',
    breaks: 'ब्रेक',
  },
  thenBreak: 'फिर {{reason}}',
  manage: '{{name}} को संभालें',
  now: 'अभी: {{state}}',
  isOut: 'यह एजेंट लॉग आउट है और केवल ख़ुद लॉग इन कर सकता है।',
  putOnBreak: 'ब्रेक पर भेजें',
  breakAfter: 'इस कॉल के बाद ब्रेक',
  makeReady: 'तैयार करें',
  logOutBody:
    '{{name}} हर जगह से लॉग आउट हो जाएगा और अगले लॉग इन तक कॉल नहीं मिलेंगी। जो सहेजा नहीं गया वह चला जाएगा।',
  noneTitle: 'कोई डायलर एजेंट नहीं',
  noneBody: 'आपकी टीम के लोकेशन D वाले कलेक्टर अपनी स्थिति के साथ यहाँ लाइव दिखते हैं।',
};
