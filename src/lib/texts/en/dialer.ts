/** Readiness at the dialer (spec 4.2, whose words they are). */
export const dialer = {
  onBreak: 'Agent is in break mode',
  idle: 'Agent is in idle mode',
  break: 'Break',
  ready: 'Ready',
  active: 'Active',
  state: 'Dialer: {{state}}',
  isReady: 'Ready',
  isOnBreak: 'On break: {{reason}}',
  predictive: 'Predictive mode',
  choose: 'Take a break for',
  reasons: {
    lunch: 'Lunch Break',
    tea: 'Tea Break',
    bio: 'Bio',
    teammeeting: 'Team Meeting',
    assistances: 'Supervisor Support',
    QAF: 'Quality Audit Feedback',
    training: 'Training',
  },
};
