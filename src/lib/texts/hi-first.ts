import { common } from './hi/common.ts';
import { frame } from './hi/frame.ts';
import { login } from './hi/login.ts';
import { roles } from './hi/roles.ts';
import { states } from './hi/states.ts';

/** The texts of the first screen; kept small because everybody waits for them. */
export const first = { common, frame, login, roles, states };
