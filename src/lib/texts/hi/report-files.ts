import type { reportFiles as english } from '../en/report-files.ts';

/** Large exports that are made in the background. */
export const reportFiles: typeof english = {
  filesTitle: 'आपकी रिपोर्ट फ़ाइलें',
  filesAbout: 'बड़े एक्सपोर्ट पीछे बनते हैं। फ़ाइलें सात दिन रखी जाती हैं।',
  filesNone: 'पिछले सात दिनों में कोई बड़ा एक्सपोर्ट नहीं माँगा गया।',
  fileStates: { WAITING: 'इंतज़ार में', RUNNING: 'बन रही है', DONE: 'तैयार', FAILED: 'असफल' },
  fileProgress: '{{total}} में से {{done}} पंक्तियाँ',
  fileAsked: 'कब माँगी',
  fileExpires: 'कब तक',
  fileStarted: 'फ़ाइल बड़ी है: वह पीछे बन रही है। तैयार होने पर सूचना मिलेगी।',
};
