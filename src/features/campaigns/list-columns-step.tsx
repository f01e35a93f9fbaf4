import { IconUpload } from '@tabler/icons-react';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { LIST_FIELDS } from '../../../contract/campaign-list.ts';
import type { ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import { ColumnTable, SheetOfFile, mapped } from '../../components/column-mapping.tsx';
import type { Mapping } from '../../components/column-mapping.tsx';
import { TextField } from '../../components/form-field.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useUploadList } from './campaign-queries.ts';

const NAME_LENGTH = 120;

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
  mapping: Mapping;
}

const nameSchema = campaignCalls.uploadList.body.pick({ name: true });

/** A list has a name, and a column that says which loan or number each row is. */
function useListRules() {
  const t = useText();
  return (values: ListValues) => {
    const mapping = mapped(values.mapping) as ListMapping;
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
      label={t('sheetWork.stepColumns')}
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
      <SheetOfFile look={look} value={sheetName} onChange={props.onSheetName} />
      <ColumnTable
        look={look}
        fields={LIST_FIELDS.map((field) => ({ name: field, label: t(`campaigns.field_${field}`) }))}
      />
    </ScreenForm>
  );
}
