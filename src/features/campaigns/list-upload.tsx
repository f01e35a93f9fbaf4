import { Button, Modal, Select, TextInput } from '@mantine/core';
import { IconArrowRight, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { LIST_FIELDS } from '../../../contract/campaign-list.ts';
import type { ListField, ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { Steps } from '../../components/steps.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLookIntoList, useUploadList } from './campaign-queries.ts';
import classes from './campaigns.module.css';

const MAX_BYTES = 50_000_000;
const NAME_LENGTH = 120;
const SHOWN_ROWS = 3;

/** Uploads a list: its file, then which column is what, beside the first rows. */
export function ListUpload({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const [step, setStep] = useState(0);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sheetName, setSheetName] = useState<string | null>(null);
  const [found, setFound] = useState<{ look: ListLook; mapping: ListMapping } | null>(null);
  const look = useLookIntoList((next) => {
    setFound({ look: next, mapping: next.suggested });
    setStep(1);
  });
  const upload = useUploadList(() => {
    showSuccess(t('campaigns.listUploaded'));
    onClose();
  });
  const [file] = files;
  const readSheet = (name: string | null) => {
    setSheetName(name);
    if (file !== undefined) look.mutate({ file, sheetName: name });
  };
  const columns = found !== null && file !== undefined && (
    <ColumnsStep
      key={sheetName}
      fileName={file.name}
      look={found.look}
      mapping={found.mapping}
      sheetName={sheetName}
      isBusy={upload.isPending || look.isPending}
      onSheetName={readSheet}
      onMapping={(mapping) => setFound({ ...found, mapping })}
      onUpload={(name) =>
        upload.mutate({ campaignId, name, chosen: { file, sheetName }, mapping: found.mapping })
      }
    />
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('campaigns.upload')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Steps
        active={step}
        onStep={setStep}
        steps={[
          {
            title: t('campaigns.stepFile'),
            content: (
              <FileStep
                files={files}
                isBusy={look.isPending}
                onFiles={setFiles}
                onGoOn={() => readSheet(null)}
              />
            ),
          },
          { title: t('campaigns.stepColumns'), content: columns },
        ]}
      />
    </Modal>
  );
}

function FileStep(props: {
  files: readonly File[];
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
  onGoOn: () => void;
}) {
  const t = useText();
  const [isTried, setTried] = useState(false);
  const goOn = () => {
    setTried(true);
    if (props.files.length > 0) props.onGoOn();
  };
  return (
    <div className={classes.step}>
      <FileDrop
        label={t('campaigns.file')}
        endings={['.csv', '.xlsx']}
        maxBytes={MAX_BYTES}
        files={props.files}
        onFiles={props.onFiles}
        hint={t('campaigns.fileHint')}
      />
      {isTried && props.files.length === 0 && (
        <p className={classes.error} role="alert">
          {t('campaigns.needFile')}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={props.isBusy}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={goOn}
        >
          {t('campaigns.toColumns')}
        </Button>
      </div>
    </div>
  );
}

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

function ColumnsStep(props: ColumnsProps) {
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
