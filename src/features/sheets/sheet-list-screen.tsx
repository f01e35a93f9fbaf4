import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { SHEET_STATES, sheetCalls } from '../../../contract/sheet.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useClientNames } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SheetActions } from './sheet-actions.tsx';
import { useSheetColumns } from './sheet-columns.tsx';
import { useSheets } from './sheet-queries.ts';
import { sheetStateWords } from './sheet-words.ts';

const FILTERS = { search: 'text', client: 'text', state: 'text', from: 'day', to: 'day' } as const;

/** `/sheet-list` (admin): every sheet of loans with its counts; rename, read again, take back as a whole. */
export function SheetListScreen() {
  const t = useText();
  const url = useListState(sheetCalls.listSheets.query, FILTERS, { isSizeChosen: true });
  const { client } = url.values;
  const sheets = useSheets({ ...url.asked, ...(client !== '' && { clientName: client }) });
  const columns = useSheetColumns();
  const fields = useFields();
  return (
    <ListPage<Sheet>
      name="sheets"
      title={t('menu.sheetList')}
      subtitle={t('sheets.subtitle')}
      actions={<UploadLink />}
      isCounted
      columns={columns}
      list={sheets}
      state={url}
      fields={fields}
      search={t('sheets.search')}
      rowLabel={(sheet) => sheet.name}
      rowHref={(sheet) => `/upload-loan?import=${sheet._id}`}
      rowActions={actionsOf}
      empty={<EmptyState title={t('sheets.emptyTitle')} body={t('sheets.emptyBody')} />}
    />
  );
}

const actionsOf = (sheet: Sheet) => <SheetActions sheet={sheet} />;

function useFields(): FilterField[] {
  const t = useText();
  const options = choices(useClientNames().data ?? []);
  const states = choices(SHEET_STATES, (state) => sheetStateWords(t, state));
  return [
    choiceField('client', t('words.client'), options),
    choiceField('state', t('words.status'), states),
    { kind: 'dayRange', fromKey: 'from', toKey: 'to', label: t('words.uploaded') },
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
