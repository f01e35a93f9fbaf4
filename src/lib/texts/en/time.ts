/** Relative times (see relative-time.ts). */
export const time = {
  now: 'now',
  inMinutes: 'in {{count}} min',
  minutesAgo: '{{count}} min ago',
  inHours: 'in {{count}} h',
  hoursAgo: '{{count}} h ago',
  today: 'today',
  tomorrow: 'tomorrow',
  yesterday: 'yesterday',
  inDays: 'in {{count}} days',
  daysAgo: '{{count}} days ago',
  dueToday: 'due today',
  overdue_one: '{{count}} day overdue',
  overdue_other: '{{count}} days overdue',
  left: 'about {{time}} left',
};
