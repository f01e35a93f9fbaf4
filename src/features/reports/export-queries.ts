import type { ReportName } from '../../../contract/report-names.ts';
import { reportEngineCalls } from '../../../contract/report-engine.ts';
import { showError, showInfo } from '../../components/toast-store.ts';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { hiddenColumns } from './report-look.ts';
import type { RowsQuery } from './report-query.ts';

/** Exports of a whole report or model take their time. */
const timeoutMs = 10 * 60_000;

/** Saves a report as a file: at once, or, where it is too large for that, made in the background. */
export function useReportExport(report: ReportName) {
  const t = useText();
  const now = useCallDownload(reportEngineCalls.exportReport, { timeoutMs, isQuiet: true });
  const later = useCallCommand(reportEngineCalls.startReportFile, {
    onDone: () => showInfo(t('reportFiles.fileStarted')),
  });
  const asked = (query: RowsQuery, view: 'groups' | 'rows') => {
    const hidden = hiddenColumns(report, view === 'rows' ? 'rows' : 'figures');
    return { ...query, ...(hidden.length > 0 && { hidden }) };
  };
  const save = (query: RowsQuery, view: 'groups' | 'rows', format: 'xlsx' | 'csv') =>
    now.mutate(
      { params: { report }, query: { ...asked(query, view), format, view } },
      {
        onError: (error) => {
          if (error instanceof RefusedError && error.code === 'TOO_MANY_ROWS')
            later.mutate({ params: { report }, body: { ...asked(query, view), format } });
          else showError(errorWords(error));
        },
      },
    );
  return { save, isPending: now.isPending || later.isPending };
}

/** Saves a model's rows as the server's file; refused when there are none. */
export function useModelExport() {
  return useCallDownload(reportEngineCalls.exportModel, { timeoutMs, isQuiet: true });
}

/** Whether a file was refused since it would have no rows. */
export const isWithoutRows = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === 'NO_ROWS';
