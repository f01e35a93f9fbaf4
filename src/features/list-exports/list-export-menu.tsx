import { useMemo } from 'react';
import { listExportCalls } from '../../../contract/list-export.ts';
import type { ListFileAsk } from '../../../contract/list-export.ts';
import { listFields } from '../../../contract/list-fields.ts';
import { columnChoice } from '../../components/column-choice.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import type { ListExportProps } from '../../components/list-export-slot.tsx';
import { FileFormatMenu } from '../../components/file-format-menu.tsx';
import { fileColumns } from '../../components/list-file.ts';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import type { AnswerSource } from '../../lib/answer-source.ts';
import { log } from '../../lib/log.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { codeOf } from './list-export-queries.ts';

/** A large list takes its time. */
const timeoutMs = 5 * 60_000;

type Asked = Pick<ListFileAsk, 'call' | 'params' | 'query'>;

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** What the list was asked by, without what was left open. */
function askedBy({ call, input: { params = {}, query = {} } }: AnswerSource): Asked {
  const given = Object.entries(query).filter(([, value]) => isGiven(value));
  return {
    call: call.name,
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
    query: Object.fromEntries(given) as Asked['query'],
  };
}

/** The columns that are shown: those chosen on this device, else those shown at first. */
function shownColumns({ name, columns }: ListExportProps): DataColumn<never>[] {
  const choice = columnChoice(name);
  return columns.filter(
    ({ key, isFixed, isHiddenAtFirst }) =>
      isFixed === true || (choice[key] ?? isHiddenAtFirst !== true),
  );
}

/** Saves a list as a file: at once, or, where it is too large for that, made in the background. */
function useListFile() {
  const t = useText();
  const now = useCallDownload(listExportCalls.exportList, { timeoutMs, isQuiet: true });
  const later = useCallCommand(listExportCalls.startListFile, {
    onDone: () => showInfo(t('reportFiles.fileStarted')),
  });
  const save = (body: ListFileAsk) =>
    now.mutate(
      { body },
      {
        onSuccess: (name) => showSuccess(t('reportWords.exported', { name })),
        onError: (error) => {
          const code = codeOf(error);
          if (code === 'TOO_MANY_ROWS') later.mutate({ body });
          else if (code === 'NO_ROWS') showInfo(t('toasts.noData'));
          else showError(errorWords(error));
        },
      },
    );
  return { save, isPending: now.isPending || later.isPending };
}

/** "Export" above a list: all its rows with the filters that are on, in the columns that are shown. */
export function ListExportMenu(props: ListExportProps) {
  const t = useText();
  const file = useListFile();
  const { columns, source } = props;
  const fields = listFields(source.call);
  const isPossible = useMemo(() => {
    if (fields === null) return false;
    const all = fileColumns(t, columns, fields);
    // Nobody would notice in the file what is missing there.
    if (all.columns.length > 0 && all.unread.length > 0)
      log.error(`The file of ${source.call.name} lacks columns: ${all.unread.join(', ')}.`);
    return all.columns.length > 0;
  }, [columns, fields, source.call, t]);
  if (!isPossible || fields === null) return null;
  const save = (format: 'xlsx' | 'csv') =>
    file.save({
      ...askedBy(source),
      columns: fileColumns(t, shownColumns(props), fields).columns,
      format,
    });
  return (
    <FileFormatMenu label={t('common.export')} size="xs" isBusy={file.isPending} onChoose={save} />
  );
}
