/** The live monitor of dialer agents. */
export const agentMonitor = {
  live: {
    connecting: 'Connecting',
    live: 'Live',
    polling: 'Every 5 seconds',
  },
  states: 'Agents by state',
  columns: {
    name: 'Agent',
    state: 'Status',
    time: 'Time in state',
    process: 'Process',
    loan: 'Current loan',
    calls: 'Calls',
    talk: 'Talk',
    wrapUp: 'Wrap-up',
    breaks: 'Breaks',
  },
  thenBreak: 'then {{reason}}',
  manage: 'Manage {{name}}',
  now: 'Now: {{state}}',
  isOut: 'This agent is logged out and can only log in by itself.',
  putOnBreak: 'Put on a break',
  breakAfter: 'Break after this call',
  makeReady: 'Make ready',
  logOutBody:
    '{{name}} is logged out everywhere and gets no calls until the next login. What was not saved is lost.',
  noneTitle: 'No dialer agents',
  noneBody: 'Collectors at location D in your team appear here with their state, live.',
};
