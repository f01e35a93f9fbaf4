import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { FileDrop } from '../../components/file-drop.tsx';
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
  const [files, setFiles] = useState<readonly File[]>([]);
  const take = useImportStuckWork();
  const [file] = files;
  const again = () => {
    setFiles([]);
    take.reset();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('devices.stuckTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.dialog}>
        {take.data === undefined ? (
          <>
            <p className={classes.quiet}>{t('devices.stuckBody')}</p>
            <FileDrop
              label={t('devices.stuckDrop')}
              endings={ENDINGS}
              maxBytes={LARGEST_BYTES}
              files={files}
              onFiles={(chosen) => {
                setFiles(chosen);
                take.reset();
              }}
            />
            {take.isError && (
              <p className={classes.problem} role="alert">
                {errorWords(take.error)}
              </p>
            )}
          </>
        ) : (
          <StuckFileResult result={take.data} />
        )}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {t(take.data === undefined ? 'common.cancel' : 'common.close')}
          </Button>
          {take.data === undefined ? (
            <Button
              loading={take.isPending}
              disabled={file === undefined}
              onClick={() => file !== undefined && take.mutate(file)}
            >
              {t('devices.stuckTake')}
            </Button>
          ) : (
            <Button onClick={again}>{t('devices.stuckAnother')}</Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
