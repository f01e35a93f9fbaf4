import { Button } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { clientExportCalls, DATE_FORMATS } from '../../../contract/client-export.ts';
import type { ClientExport, LenderColumn } from '../../../contract/client-export.ts';
import { parseFields } from '../../../contract/errors.ts';
import { ROLES } from '../../../contract/roles.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useCallCommand, useCallOnce } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LenderColumns } from './lender-columns.tsx';
import classes from './reports.module.css';

const body = clientExportCalls.saveClientExport.body;

interface Typed {
  columns: LenderColumn[];
  dateFormat: string;
  watermark: string;
  maskedRoles: string[];
  revision: number;
}

/** No watermark is none, not an empty one. */
const rules = ({ watermark, ...typed }: Typed) =>
  parseFields(body, { ...typed, watermark: watermark.trim() === '' ? null : watermark });

/** What one lender asks of files: columns in their order, dates, watermark, masked numbers; with a preview. */
export function LenderFormatDialog(props: { rules: ClientExport; onClose: () => void }) {
  const { clientId, Client_Name: name, watermark, ...given } = props.rules;
  const t = useText();
  const save = useCallCommand(clientExportCalls.saveClientExport);
  const defaults: Typed = { ...given, watermark: watermark ?? '' };
  return (
    <DialogForm
      name="lenderFormats.edit"
      about={clientId}
      rules={rules}
      defaults={defaults}
      title={t('lenderFormats.edit', { name })}
      size="xl"
      save={(checked) => save.mutateAsync({ params: { clientId }, body: checked })}
      done={t('lenderFormats.saved')}
      onClose={props.onClose}
    >
      <FieldRow>
        <SelectField
          name="dateFormat"
          text="lenderFormats.dateFormat"
          options={DATE_FORMATS.map((value) => ({ value, label: value }))}
        />
        <MultiSelectField
          name="maskedRoles"
          text="lenderFormats.maskedRoles"
          help={t('lenderFormats.maskedHelp')}
          options={ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
      </FieldRow>
      <TextField name="watermark" text="lenderFormats.watermark" />
      <LenderColumns />
      <Preview clientId={clientId} />
    </DialogForm>
  );
}

function Preview({ clientId }: { clientId: string }) {
  const t = useText();
  const { getValues } = useFormContext<Typed>();
  const columns = useWatch<Typed, 'columns'>({ name: 'columns' });
  const preview = useCallOnce(clientExportCalls.previewLenderFormat);
  const ask = () => {
    const { dateFormat } = getValues();
    preview.mutate({
      params: { clientId },
      body: { columns, dateFormat } as Parameters<typeof preview.mutate>[0]['body'],
    });
  };
  const { data } = preview;
  return (
    <section className={classes.section}>
      <Button
        variant="default"
        className={classes.start}
        disabled={columns.length === 0}
        loading={preview.isPending}
        onClick={ask}
      >
        {t('lenderFormats.preview')}
      </Button>
      {data !== undefined && (
        <p className="rc-quiet-small">
          {data.totalCount === 0
            ? t('lenderFormats.noRows')
            : t('lenderFormats.previewOf', { count: data.totalCount })}
        </p>
      )}
      {data !== undefined && data.totalCount > 0 && <PreviewTable {...data} />}
    </section>
  );
}

interface PreviewRow {
  readonly _id: string;
  readonly cells: readonly (string | number | null)[];
}

function PreviewTable(props: { header: readonly string[]; rows: readonly PreviewRow['cells'][] }) {
  const t = useText();
  const columns = props.header.map((title, at): DataColumn<PreviewRow> => ({
    key: `column-${at}`,
    title,
    isFixed: at === 0,
    render: ({ cells }) => cells[at],
  }));
  const rows = props.rows.map((cells, at): PreviewRow => ({ _id: String(at), cells }));
  return (
    <DataTable<PreviewRow>
      name="lender-format-preview"
      label={t('lenderFormats.preview')}
      columns={columns}
      rows={rows}
      rowId={({ _id }) => _id}
      rowLabel={({ cells }) => String(cells[0] ?? '')}
      totalCount={rows.length}
      page={1}
      onPage={() => undefined}
      pageSize={rows.length}
      hasColumnChooser={false}
      empty={t('lenderFormats.noRows')}
    />
  );
}
