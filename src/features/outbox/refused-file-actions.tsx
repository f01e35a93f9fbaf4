import { Button, FileButton } from '@mantine/core';
import { IconFileOff, IconPhotoEdit } from '@tabler/icons-react';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { scalePhoto } from '../../offline/photo.ts';
import { giveUpRefusedFiles, replaceRefusedFile } from '../../offline/refused-file.ts';
import type { ShownItem } from './outbox-queries.ts';

/** What can be done about files that the server refused, though it has their record: another one, or none. */
export function RefusedFileActions({ item }: { item: ShownItem }) {
  const t = useText();
  const confirm = useConfirm();
  const refused = item.files.filter(({ state }) => state === 'parked');
  const replace = async (fileId: string, chosen: File | null) => {
    if (chosen === null) return;
    try {
      await replaceRefusedFile(fileId, await fitFile(chosen));
      showSuccess(t('outbox.fileReplaced'));
    } catch {
      showError(t('outbox.fileNotReplaced', { name: chosen.name }));
    }
  };
  const giveUp = async () => {
    const isSure = await confirm({
      title: t('outbox.giveUpFileTitle'),
      body: t('outbox.giveUpFileBody'),
      confirmLabel: t('outbox.giveUpFile'),
      isDangerous: true,
    });
    if (isSure) await giveUpRefusedFiles(item.opId);
  };
  return (
    <>
      {refused.map(({ fileId, name }) => (
        <FileButton
          key={fileId}
          accept="image/*,application/pdf"
          onChange={(chosen) => void replace(fileId, chosen)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPhotoEdit size={16} stroke={1.8} />}
            >
              {name === null ? t('outbox.replaceFile') : t('outbox.replaceNamed', { name })}
            </Button>
          )}
        </FileButton>
      ))}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconFileOff size={16} stroke={1.8} />}
        onClick={() => void giveUp()}
      >
        {t('outbox.giveUpFile')}
      </Button>
    </>
  );
}

/** A picture becomes a JPEG, whatever it was; a document stays as it is. */
async function fitFile(file: File): Promise<{ bytes: ArrayBuffer; contentType: string }> {
  return file.type.startsWith('image/')
    ? scalePhoto(file)
    : { bytes: await file.arrayBuffer(), contentType: file.type };
}
