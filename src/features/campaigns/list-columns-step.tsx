import { Select } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { LIST_FIELDS } from '../../../contract/campaign-list.ts';
import type { ListField, ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import { TextField } from '../../components/form-field.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useUploadList } from './campaign-queries.ts';
import classes from './campaigns.module.css';

const NAME_LENGTH = 120;
const SHOWN_ROWS = 3;

interface ColumnsProps {
  campaignId: string;
  file: File;
  look: ListLook;
  sheetName: string | null;
  onSheetName: (name: string | null) => void;
  onDone: () => void;
}

interface ListValues {
  name: string;
  /** Null: the field has no column. */
  mapping: { [field in ListField]?: string | null | undefined };
}

const nameSchema = campaignCalls.uploadList.body.pick({ name: true });

/** A list has a name, and a column that says which loan or number each row is. */
function useListRules() {
  const t = useText();
  return (values: ListValues) => {
    const columns = Object.entries(values.mapping).filter(([, column]) => column != null);
    const mapping = Object.fromEntries(columns) as ListMapping;
    const parsed = parseFields(nameSchema, values);
    const problems = [...(parsed.problems ?? [])];
    if (mapping.Loan_ID === undefined && mapping.Mobile_Number === undefined)
      problems.push(fieldProblem('', 'column-missing', {}, t('campaigns.needColumn')));
    return problems.length > 0 || parsed.problems !== null
      ? { problems }
      : { data: { ...parsed.data, mapping }, problems: null };
  };
}

/** Second step: the list's name, and which column feeds which field, beside what the first rows say. */
export function ColumnsStep(props: ColumnsProps) {
  const { campaignId, file, look, sheetName } = props;
  const t = useText();
  const upload = useUploadList();
  const name = file.name.replace(/\.[^.]*$/, '').slice(0, NAME_LENGTH);
  const defaults: ListValues = { name, mapping: look.suggested };
  return (
    <ScreenForm
      label={t('campaigns.stepColumns')}
      rules={useListRules()}
      defaults={defaults}
      hasLeavePrompt={false}
      save={(list) => upload.mutateAsync({ campaignId, chosen: { file, sheetName }, ...list })}
      done={t('campaigns.listUploaded')}
      onSaved={props.onDone}
      submitLabel={t('campaigns.load')}
      icon={<IconUpload size={16} aria-hidden />}
    >
      <TextField name="name" label={t('campaigns.listName')} isRequired />
      {look.sheets.length > 1 && (
        <Select
          label={t('campaigns.sheetOfFile')}
          data={[...look.sheets]}
          value={sheetName}
          placeholder={t('campaigns.firstThatFits')}
          clearable
          onChange={props.onSheetName}
        />
      )}
      <ColumnTable look={look} />
    </ScreenForm>
  );
}

function ColumnTable({ look }: { look: ListLook }) {
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
          <ColumnRow key={field} field={field} look={look} />
        ))}
      </tbody>
    </table>
  );
}

function ColumnRow({ field, look }: { field: ListField; look: ListLook }) {
  const t = useText();
  const label = t(`campaigns.field_${field}`);
  const { [field]: column } = useWatch<ListValues, 'mapping'>({ name: 'mapping' });
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <SelectField
          name={`mapping.${field}`}
          label={`${t('campaigns.column')}: ${label}`}
          isLabelHidden
          options={look.headers.map((value) => ({ value, label: value }))}
          placeholder={t('campaigns.notMapped')}
          isClearable
        />
      </td>
      <td className={classes.example}>
        {column != null &&
          look.sample
            .slice(0, SHOWN_ROWS)
            .map((row) => row[column] ?? '')
            .filter(Boolean)
            .join(', ')}
      </td>
    </tr>
  );
}
