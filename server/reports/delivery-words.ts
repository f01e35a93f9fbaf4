import { REPORT_TITLES } from '../../contract/report-names.ts';
import type { ReportName } from '../../contract/report-names.ts';
import { countText } from '../../contract/rupees.ts';
import type { Context } from '../context.ts';
import { shownDay } from './report-range.ts';

/** Larger files are not attached: the e-mail has the link. */
export const MOST_ATTACHED_BYTES = 10_000_000;

/** What is sent, and by whom. */
interface Sent {
  /** Null: a chart. */
  readonly report: ReportName | null;
  readonly viewName: string;
  readonly ownerName: string;
  readonly isAttached: boolean;
}

/** A file that was made of a report or a chart, and stored. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly rowCount: number;
  /** What it was asked by. */
  readonly filter: object;
  readonly days: { readonly from: string; readonly to: string } | null;
}

/** The e-mail that a recipient gets. */
export function mailWords(
  { settings }: Pick<Context, 'settings'>,
  { report, viewName, ownerName, isAttached }: Sent,
  { name, size, rowCount, days }: StoredFile,
): { subject: string; body: string } {
  const title = report === null ? null : REPORT_TITLES[report].title;
  const span = days === null ? '' : `, ${shownDay(days.from)} to ${shownDay(days.to)}`;
  const link =
    settings.appUrl === null
      ? 'Log in to Recoup and open Export CSV: the file is in your list for seven days.'
      : `Open it in Recoup, with your login, within seven days: ${settings.appUrl}${settings.basePath}/export-csv`;
  const isWithFile = isAttached && size <= MOST_ATTACHED_BYTES;
  const what = title === null ? viewName : `${title} (${viewName})`;
  const lines = [
    `${what}${span}: ${countText(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}.`,
    isWithFile ? `The file ${name} is attached.` : link,
    `${ownerName} set this up. What you get is what you may see.`,
  ];
  const subject = title === null ? `${viewName}${span}` : `${viewName}: ${title}${span}`;
  return { subject, body: lines.join('\n\n') };
}
