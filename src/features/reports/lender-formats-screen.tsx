import type { TFunction } from 'i18next';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { clientExportCalls } from '../../../contract/client-export.ts';
import type { ClientExport } from '../../../contract/client-export.ts';
import type { Role } from '../../../contract/roles.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LenderFormatDialog } from './lender-format-dialog.tsx';
import classes from './reports.module.css';

/** Large lenders take their time. */
const timeoutMs = 10 * 60_000;

const columnsWords = (t: TFunction, { columns }: ClientExport): string =>
  columns.length === 0
    ? t('lenderFormats.none')
    : t('lenderFormats.columnCount', { count: columns.length });

/** `/lender-formats`: what each lender asks of files, and its loans in its own format. */
export function LenderFormatsScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [editedId, setEditedId] = useState<string | null>(null);
  const state = useOwnPage();
  const exports = useCallQuery(
    clientExportCalls.listClientExports,
    {},
    { select: ({ data }) => data },
  );
  const edited = exports.data?.find(({ clientId }) => clientId === editedId);
  const columns: DataColumn<ClientExport>[] = [
    textColumn('client', t('words.client'), (row) => row.Client_Name, { isFixed: true }),
    textColumn('columns', t('words.columns'), (row) => columnsWords(t, row), { file: [] }),
    textColumn('dates', t('lenderFormats.dateFormat'), (row) => row.dateFormat),
    textColumn('watermark', t('lenderFormats.watermark'), (row) => row.watermark ?? '–'),
    textColumn(
      'masked',
      t('lenderFormats.maskedRoles'),
      (row) => row.maskedRoles.map((role) => t(`roles.${role}`)).join(', ') || '–',
      {
        file: [
          { of: ({ maskedRoles }) => maskedRoles, words: (role) => t(`roles.${role as Role}`) },
        ],
      },
    ),
  ];
  const actionsOf = (row: ClientExport) => <Actions row={row} onEdit={setEditedId} />;
  return (
    <ListPage<ClientExport>
      name="lender-formats"
      title={t('menu.lenderFormats')}
      subtitle={t('lenderFormats.about')}
      columns={columns}
      list={pageOfAll(exports, state)}
      state={state}
      rowId={(row) => row.clientId}
      rowLabel={(row) => row.Client_Name}
      rowActions={actionsOf}
      hasColumnChooser={false}
      empty={<NoClients mayAdd={user.role === 'ADMIN'} />}
    >
      {edited !== undefined && (
        <LenderFormatDialog key={user._id} rules={edited} onClose={() => setEditedId(null)} />
      )}
    </ListPage>
  );
}

function Actions({ row, onEdit }: { row: ClientExport; onEdit: (clientId: string) => void }) {
  const t = useText();
  const file = useCallDownload(clientExportCalls.exportLenderFormat, { timeoutMs });
  const { clientId } = row;
  return (
    <div className={classes.buttons}>
      {row.columns.length > 0 && (
        <Button
          size="xs"
          variant="default"
          loading={file.isPending}
          onClick={() => file.mutate({ params: { clientId }, query: {} })}
        >
          {t('lenderFormats.export')}
        </Button>
      )}
      {mayCall(clientExportCalls.saveClientExport) && (
        <Button size="xs" variant="default" onClick={() => onEdit(clientId)}>
          {t('common.edit')}
        </Button>
      )}
    </div>
  );
}
