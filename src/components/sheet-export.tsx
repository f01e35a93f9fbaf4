import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { errorWords } from '../lib/error-words.ts';
import type { SheetTable } from '../lib/sheet.ts';
import { useText } from '../lib/texts/texts.ts';
import { showError } from './toast-store.ts';

/** Saves all that a list shows, every page of it, as a sheet named after the screen and its days. */
export function SheetExport<
  Query extends { gte?: string | undefined; lte?: string | undefined },
  Whole,
>(props: {
  title: string;
  query: Query;
  /** Reads every page. */
  whole: {
    isPending: boolean;
    mutate: (query: Query, options: { onSuccess: (whole: Whole) => void }) => void;
  };
  sheetOf: (whole: Whole) => SheetTable;
  /** Saves it. */
  saveAs: (fileName: string, table: SheetTable) => Promise<void>;
}) {
  const t = useText();
  const { title, query, whole, sheetOf, saveAs } = props;
  const save = () =>
    whole.mutate(query, {
      onSuccess: (read) => {
        const name = `${title} ${query.gte} ${query.lte}.xlsx`;
        saveAs(name, sheetOf(read)).catch((error: unknown) => showError(errorWords(error)));
      },
    });
  return (
    <Button
      variant="default"
      loading={whole.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={save}
    >
      {t('common.export')}
    </Button>
  );
}
