/**
 * How a dialer agent stands. READY: waits; QUEUE: a call is on its way to it; INCALL; DEAD: the borrower hung up, the
 * agent has not; DISPO: wrap-up until an outcome is chosen; BREAK.
 */
export const AGENT_STATES = ['READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO', 'BREAK'] as const;

/** How a dialer agent stands. */
export type AgentState = (typeof AGENT_STATES)[number];
