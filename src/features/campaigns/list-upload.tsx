import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListLook } from '../../../contract/campaign-list.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FileField } from '../../components/file-field.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { ScreenForm } from '../../components/saving-form.tsx';
import { Steps } from '../../components/steps.tsx';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLookIntoList } from './campaign-queries.ts';
import { ColumnsStep } from './list-columns-step.tsx';

const MAX_BYTES = 50_000_000;

/** What was found in a sheet of a file. */
interface Looked {
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
    setLooked({ file, sheetName, look: await look.mutateAsync({ file, sheetName }) });
    setStep(1);
  };
  const columns = looked !== null && (
    <ColumnsStep
      key={looked.sheetName}
      campaignId={campaignId}
      {...looked}
      onSheetName={(name) => void readSheet(looked.file, name).catch(() => undefined)}
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
            title: t('campaigns.stepFile'),
            content: (
              <FileStep chosen={looked?.file ?? null} onGoOn={(file) => readSheet(file, null)} />
            ),
          },
          { title: t('campaigns.stepColumns'), content: columns },
        ]}
      />
    </Dialog>
  );
}

function FileStep(props: { chosen: File | null; onGoOn: (file: File) => Promise<void> }) {
  const t = useText();
  return (
    <ScreenForm
      label={t('campaigns.stepFile')}
      rules={oneFile}
      defaults={{ file: props.chosen === null ? [] : [props.chosen] }}
      hasLeavePrompt={false}
      save={({ file }) => props.onGoOn(file)}
      submitLabel={t('campaigns.toColumns')}
      icon={<IconArrowRight size={16} aria-hidden />}
    >
      <FileField
        name="file"
        label={t('campaigns.file')}
        endings={SHEET_ENDINGS}
        maxBytes={MAX_BYTES}
        hint={t('campaigns.fileHint')}
      />
    </ScreenForm>
  );
}
