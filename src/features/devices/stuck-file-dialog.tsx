import { Button } from '@mantine/core';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FileField } from '../../components/file-field.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { FormInDialog } from '../../components/saving-form.tsx';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useImportStuckWork } from './device-queries.ts';
import { StuckFileResult } from './stuck-file-result.tsx';
import classes from './devices.module.css';

const ENDINGS = ['.json', '.txt'];
/** As the call takes it (contract: importStuckWork). */
const LARGEST_BYTES = 200_000_000;

/** Takes in a file that an agent exported from the outbox, and says what became of each item in it. */
export function StuckFileDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const take = useImportStuckWork();
  return (
    <Dialog title={t('devices.stuckFile')} size="lg" onClose={onClose}>
      {take.data === undefined ? (
        <FormInDialog
          name="devices.stuckTitle"
          rules={oneFile}
          defaults={{ file: [] }}
          hasLeavePrompt={false}
          save={({ file }) => take.mutateAsync(file)}
          // What became of its items is read here.
          isSaved={() => false}
          onRefused={(error, form) => {
            form.setError('file', { message: errorWords(error) });
            return true;
          }}
          submitLabel={t('devices.stuckTake')}
        >
          <p className="rc-quiet">{t('devices.stuckBody')}</p>
          <FileField
            name="file"
            label={t('devices.stuckDrop')}
            endings={ENDINGS}
            maxBytes={LARGEST_BYTES}
          />
        </FormInDialog>
      ) : (
        <div className={classes.dialog}>
          <StuckFileResult result={take.data} />
          <DialogActions
            dismiss={
              <Button variant="default" onClick={onClose}>
                {t('common.close')}
              </Button>
            }
          >
            <Button onClick={take.reset}>{t('devices.stuckAnother')}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}
