import { menu } from './hi/menu.ts';
import { table } from './hi/table.ts';
import { time } from './hi/time.ts';
import { toasts } from './hi/toasts.ts';
import { widgets } from './hi/widgets.ts';

/** Every text but the first screen's. A feature adds its file here, in both languages. */
export const rest = { menu, table, time, toasts, widgets };
