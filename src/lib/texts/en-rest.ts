import { menu } from './en/menu.ts';
import { table } from './en/table.ts';
import { time } from './en/time.ts';
import { toasts } from './en/toasts.ts';
import { widgets } from './en/widgets.ts';

/** Every text but the first screen's. A feature adds its file here, in both languages. */
export const rest = { menu, table, time, toasts, widgets };
