/** Relative times (see relative-time.ts). */
export const time = {
  now: 'अभी',
  inMinutes: '{{count}} मिनट में',
  minutesAgo: '{{count}} मिनट पहले',
  inHours: '{{count}} घंटे में',
  hoursAgo: '{{count}} घंटे पहले',
  today: 'आज',
  tomorrow: 'कल (आने वाला)',
  yesterday: 'कल (बीता)',
  inDays: '{{count}} दिन में',
  daysAgo: '{{count}} दिन पहले',
  dueToday: 'आज देय',
  overdue_one: '{{count}} दिन की देरी',
  overdue_other: '{{count}} दिन की देरी',
  left: 'लगभग {{time}} बाकी',
};
