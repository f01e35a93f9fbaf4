import { useState } from 'react';
import type { ListLook } from '../../../contract/campaign-list.ts';
import { Dialog } from '../../components/dialog.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { SheetFileStep } from '../../components/sheet-file-step.tsx';
import { Steps } from '../../components/steps.tsx';
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
            title: t('sheetWork.stepFile'),
            content: (
              <SheetFileStep
                rules={oneFile}
                defaults={{ file: looked === null ? [] : [looked.file] }}
                save={({ file }) => readSheet(file, null)}
                maxBytes={MAX_BYTES}
                hint={t('campaigns.fileHint')}
              />
            ),
          },
          { title: t('sheetWork.stepColumns'), content: columns },
        ]}
      />
    </Dialog>
  );
}
