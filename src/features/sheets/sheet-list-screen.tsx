import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { SHEET_STATES } from '../../../contract/sheet.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useClients } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SheetActions } from './sheet-actions.tsx';
import { SheetCard, useSheetColumns } from './sheet-columns.tsx';
import { useSheets } from './sheet-queries.ts';
import type { SheetQuery } from './sheet-queries.ts';
import { sheetStateWords } from './sheet-words.ts';

const FILTERS = { search: 'text', client: 'text', state: 'text', from: 'day', to: 'day' } as const;

/** `/sheet-list` (admin): every sheet of loans with its counts; rename, read again, take back as a whole. */
export function SheetListScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const sheets = useSheets(queryOf(url.values, url.page, pageSize));
  const columns = useSheetColumns();
  const fields = useFields();
  return (
    <Page>
      <PageHeader
        title={t('sheets.title')}
        subtitle={t('sheets.subtitle')}
        count={sheets.data?.totalCount ?? null}
        actions={<UploadLink />}
      />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('sheets.search')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {sheets.isError && sheets.data === undefined ? (
        <LoadProblem error={sheets.error} onRetry={() => void sheets.refetch()} />
      ) : (
        <DataTable<Sheet>
          name="sheets"
          label={t('sheets.title')}
          columns={columns}
          rows={sheets.data?.data}
          rowId={(sheet) => sheet._id}
          rowLabel={(sheet) => sheet.name}
          rowHref={(sheet) => `/upload-loan?import=${sheet._id}`}
          totalCount={sheets.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={pageSize}
          isFetching={sheets.isPlaceholderData}
          renderCard={(sheet) => <SheetCard sheet={sheet} />}
          rowActions={actionsOf}
          empty={url.isFiltered ? t('common.searchAgain') : <NoSheets />}
        />
      )}
    </Page>
  );
}

const actionsOf = (sheet: Sheet) => <SheetActions sheet={sheet} />;

function queryOf(
  { search, client, state, from, to }: FilterValues<typeof FILTERS>,
  page: number,
  pageSize: number,
): SheetQuery {
  const known = SHEET_STATES.find((each) => each === state);
  return {
    page,
    pageSize,
    ...(search !== '' && { search }),
    ...(client !== '' && { clientName: client }),
    ...(known !== undefined && { state: known }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

function useFields(): FilterField[] {
  const t = useText();
  const clients = useClients();
  const options = (clients.data ?? []).map(({ Client_Name: name }) => ({
    value: name,
    label: name,
  }));
  const states = SHEET_STATES.map((state) => ({ value: state, label: sheetStateWords(t, state) }));
  return [
    { kind: 'choice', key: 'client', label: t('sheets.client'), options },
    { kind: 'choice', key: 'state', label: t('sheets.state'), options: states },
    { kind: 'dayRange', fromKey: 'from', toKey: 'to', label: t('sheets.uploaded') },
  ];
}

function UploadLink() {
  const t = useText();
  return (
    <Button component={Link} to="/upload-loan" leftSection={<IconUpload size={16} aria-hidden />}>
      {t('sheets.upload')}
    </Button>
  );
}

function NoSheets() {
  const t = useText();
  return (
    <EmptyState
      title={t('sheets.emptyTitle')}
      body={t('sheets.emptyBody')}
      action={<UploadLink />}
    />
  );
}
