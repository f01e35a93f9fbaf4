/** Readiness at the dialer (spec 4.2, whose words they are). */
export const dialer = {
  onBreak: 'एजेंट ब्रेक पर है',
  idle: 'एजेंट तैयार है',
  break: 'ब्रेक',
  ready: 'तैयार',
  active: 'सक्रिय',
  state: 'डायलर: {{state}}',
  isReady: 'तैयार',
  isOnBreak: 'ब्रेक पर: {{reason}}',
  predictive: 'प्रेडिक्टिव मोड',
  choose: 'ब्रेक का कारण',
  reasons: {
    lunch: 'लंच ब्रेक',
    tea: 'चाय ब्रेक',
    bio: 'शौचालय',
    teammeeting: 'टीम मीटिंग',
    assistances: 'सुपरवाइज़र सहायता',
    QAF: 'क्वालिटी ऑडिट फ़ीडबैक',
    training: 'प्रशिक्षण',
  },
};
