/** Why the dialer placed so many calls, and the figures that it decided by. */
export const pacing = {
  why: {
    NO_AGENT: 'No agent takes calls',
    FEW_AGENTS: 'Too few agents for a forecast: one call for each free agent',
    DROP_CAP: 'The cap of dropped calls is reached: one call for each free agent',
    DROP_BURST: 'More than half of the last minute’s calls were dropped: the level was halved',
    PROGRESSIVE: 'One call for each free agent, as set',
    TRUNKS: 'All trunks are taken',
    LEVEL: 'The level follows whether agents or calls waited',
    FREE_SOON: 'As many as agents will be free by the time of the answers',
    NO_LEADS: 'No lead is left to call: load a list, or reset leads',
    LEADS_WAIT: 'No lead’s turn has come: each waits for its next try',
    LEADS_REFUSED:
      'No lead may be called now: their contact rules or their numbers stand against it',
  },
  figure: {
    freeSoon: 'Agents free by then',
    window: 'Looked ahead, seconds',
    reach: 'Looked ahead, of the time to an answer',
    answerShare: 'Calls that are answered, share',
    answerSeconds: 'Time to an answer, seconds',
    talkSeconds: 'Talk, seconds',
    wrapupSeconds: 'Wrap-up, seconds',
    demand: 'Answers expected from calls that ring',
    overflow: 'Answers expected to find nobody',
    allowed: 'Of those allowed',
    room: 'Drops left below the cap',
    dropPercent: 'Dropped, percent',
    agents: 'Agents counted',
    diffTarget: 'Aim: free agents less waiting calls',
  },
};
