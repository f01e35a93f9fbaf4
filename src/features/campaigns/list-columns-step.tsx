import { Button, Select, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { LIST_FIELDS } from '../../../contract/campaign-list.ts';
import type { ListField, ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './campaigns.module.css';

const NAME_LENGTH = 120;
const SHOWN_ROWS = 3;

interface ColumnsProps {
  fileName: string;
  look: ListLook;
  mapping: ListMapping;
  sheetName: string | null;
  isBusy: boolean;
  onSheetName: (name: string | null) => void;
  onMapping: (mapping: ListMapping) => void;
  onUpload: (name: string) => void;
}

/** Second step: the list's name, and which column feeds which field, beside what the first rows say. */
export function ColumnsStep(props: ColumnsProps) {
  const { look, mapping } = props;
  const t = useText();
  const [name, setName] = useState(props.fileName.replace(/\.[^.]*$/, '').slice(0, NAME_LENGTH));
  const [isTried, setTried] = useState(false);
  const isFound = mapping.Loan_ID !== undefined || mapping.Mobile_Number !== undefined;
  const upload = () => {
    setTried(true);
    if (isFound && name.trim() !== '') props.onUpload(name.trim());
  };
  return (
    <div className={classes.step}>
      <TextInput
        label={t('campaigns.listName')}
        withAsterisk
        maxLength={NAME_LENGTH}
        value={name}
        error={isTried && name.trim() === '' ? t('campaigns.needListName') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {look.sheets.length > 1 && (
        <Select
          label={t('campaigns.sheetOfFile')}
          data={[...look.sheets]}
          value={props.sheetName}
          placeholder={t('campaigns.firstThatFits')}
          clearable
          onChange={props.onSheetName}
        />
      )}
      <ColumnTable {...props} />
      {isTried && !isFound && (
        <p className={classes.error} role="alert">
          {t('campaigns.needColumn')}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={props.isBusy}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={upload}
        >
          {t('campaigns.load')}
        </Button>
      </div>
    </div>
  );
}

function ColumnTable(props: ColumnsProps) {
  const t = useText();
  return (
    <table className={classes.table} aria-label={t('campaigns.stepColumns')}>
      <thead>
        <tr>
          <th scope="col">{t('campaigns.field')}</th>
          <th scope="col">{t('campaigns.column')}</th>
          <th scope="col" className={classes.example}>
            {t('campaigns.firstRows')}
          </th>
        </tr>
      </thead>
      <tbody>
        {LIST_FIELDS.map((field) => (
          <ColumnRow key={field} field={field} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function ColumnRow({ field, look, mapping, onMapping }: ColumnsProps & { field: ListField }) {
  const t = useText();
  const label = t(`campaigns.field_${field}`);
  const column = mapping[field];
  const choose = (next: string | null) => {
    const { [field]: _old, ...others } = mapping;
    onMapping(next === null ? others : { ...others, [field]: next });
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Select
          aria-label={`${t('campaigns.column')}: ${label}`}
          data={[...look.headers]}
          value={column ?? null}
          placeholder={t('campaigns.notMapped')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          onChange={choose}
        />
      </td>
      <td className={classes.example}>
        {column !== undefined &&
          look.sample
            .slice(0, SHOWN_ROWS)
            .map((row) => row[column] ?? '')
            .filter(Boolean)
            .join(', ')}
      </td>
    </tr>
  );
}
