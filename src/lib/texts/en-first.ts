import { common } from './en/common.ts';
import { frame } from './en/frame.ts';
import { login } from './en/login.ts';
import { roles } from './en/roles.ts';
import { states } from './en/states.ts';

/** The texts of the first screen; kept small because everybody waits for them. */
export const first = { common, frame, login, roles, states };
