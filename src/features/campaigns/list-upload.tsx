import { useState } from 'react';
import { IconUpload } from '@tabler/icons-react';
import type { ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { LIST_FIELDS } from '../../../contract/campaign-list.ts';
import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import { Dialog } from '../../components/dialog.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { SheetFileStep } from '../../components/sheet-file-step.tsx';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ColumnTable, SheetOfFile, mapped } from '../../components/column-mapping.tsx';
import type { Mapping } from '../../components/column-mapping.tsx';
import { TextField } from '../../components/form-field.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useLookIntoList, useUploadList } from './campaign-queries.ts';

const MAX_BYTES = 50_000_000;

/** What was found in a sheet of a file, and what was made of it so far. */
interface Looked extends ListValues {
  file: File;
  sheetName: string | null;
  look: ListLook;
}

/** Uploads a list: its file, then which column is what, beside the first rows. */
export function ListUpload({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const t = useText();
  const [step, setStep] = useState(0);
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = useLookIntoList();
  const readSheet = async (file: File, sheetName: string | null) => {
    const found = await look.mutateAsync({ file, sheetName });
    const name = file.name.replace(/\.[^.]*$/, '').slice(0, NAME_LENGTH);
    setLooked({ file, sheetName, look: found, name, mapping: found.suggested });
  };
  const columns = looked !== null && (
    <ColumnsStep
      key={looked.sheetName}
      campaignId={campaignId}
      {...looked}
      onSheetName={(name) => void readSheet(looked.file, name).catch(() => undefined)}
      onChanged={(change) => setLooked({ ...looked, ...change })}
      onDone={onClose}
    />
  );
  return (
    <Dialog title={t('campaigns.upload')} size="xl" onClose={onClose}>
      <Steps
        active={step}
        onStep={setStep}
        steps={[
          {
            title: t('words.file'),
            content: (
              <SheetFileStep
                rules={oneFile}
                defaults={{ file: looked === null ? [] : [looked.file] }}
                save={async ({ file }) => {
                  if (file !== looked?.file) await readSheet(file, null);
                  setStep(1);
                }}
                maxBytes={MAX_BYTES}
                hint={t('campaigns.fileHint')}
              />
            ),
          },
          { title: t('words.columns'), content: columns },
        ]}
      />
    </Dialog>
  );
}

const NAME_LENGTH = 120;

interface ColumnsProps extends Looked {
  campaignId: string;
  onSheetName: (name: string | null) => void;
  onChanged: (change: Partial<ListValues>) => void;
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
function ColumnsStep(props: ColumnsProps) {
  const { campaignId, file, look, sheetName, name, mapping, onChanged } = props;
  const t = useText();
  const upload = useUploadList();
  return (
    <ScreenForm
      name="sheetWork.stepColumns"
      label={t('words.columns')}
      rules={useListRules()}
      defaults={{ name, mapping }}
      hasLeavePrompt={false}
      save={(list) => upload.mutateAsync({ campaignId, chosen: { file, sheetName }, ...list })}
      done={t('campaigns.listUploaded')}
      onSaved={props.onDone}
      submitLabel={t('campaigns.load')}
      icon={<IconUpload size={16} aria-hidden />}
    >
      <TextField
        name="name"
        text="campaigns.listName"
        isRequired
        onChanged={(typed) => onChanged({ name: String(typed) })}
      />
      <SheetOfFile look={look} value={sheetName} onChange={props.onSheetName} />
      <ColumnTable
        look={look}
        onMapping={(chosen) => onChanged({ mapping: chosen })}
        fields={LIST_FIELDS.map((field) => ({ name: field, label: t(`campaigns.field_${field}`) }))}
      />
    </ScreenForm>
  );
}
