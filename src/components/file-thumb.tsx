import { Modal } from '@mantine/core';
import { IconFile, IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { EarlierVisit } from '../../contract/disposition.ts';
import { saveBlob } from '../lib/download.ts';
import { useText } from '../lib/texts/texts.ts';
import { formatBytes } from '../lib/format-bytes.ts';
import { useBackCloses } from './back-closes.ts';
import classes from './file-thumb.module.css';

/** A file beside a contact. */
export interface ShownFile {
  _id: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** False while the phone still holds the bytes. */
  isDelivered: boolean;
  /** The first visit on which this picture stood. */
  earlierVisit?: EarlierVisit | undefined;
}

/** Loads a file's bytes, or a small picture of it. */
export type FileLoader = (fileId: string, isPreview: boolean) => Promise<Blob>;

/** Files as small pictures and names; a picture opens large, anything else is saved. */
export function FileThumbs({ files, load }: { files: readonly ShownFile[]; load: FileLoader }) {
  if (files.length === 0) return null;
  return (
    <div className={classes.files}>
      {files.map((file) => (
        <FileThumb key={file._id} file={file} load={load} />
      ))}
    </div>
  );
}

function FileThumb({ file, load }: { file: ShownFile; load: FileLoader }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackCloses(isOpen, close);
  const isPicture = file.contentType.startsWith('image/');
  if (!file.isDelivered) {
    return (
      <span className={classes.waiting} title={t('contacts.fileWaiting')}>
        <IconPhotoOff size={16} stroke={1.6} aria-hidden />
        {t('contacts.fileWaiting')}
      </span>
    );
  }
  if (!isPicture) {
    const save = async () => saveBlob({ blob: await load(file._id, false), fileName: file.name });
    return (
      <button type="button" className={classes.document} onClick={() => void save()}>
        <IconFile size={16} stroke={1.6} aria-hidden />
        <span className="rc-ellipsis">{file.name}</span>
        <span className={classes.size}>{formatBytes(file.size)}</span>
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className={classes.thumb}
        aria-label={t('contacts.openPicture', { name: file.name })}
        onClick={() => setOpen(true)}
      >
        <Picture file={file} load={load} isPreview />
      </button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="xl"
        title={file.name}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <div className={classes.large}>
          <Picture file={file} load={load} isPreview={false} />
        </div>
      </Modal>
    </>
  );
}

function Picture(props: { file: ShownFile; load: FileLoader; isPreview: boolean }) {
  const { file, load, isPreview } = props;
  const [url, setUrl] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const fileId = file._id;
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    const show = async () => {
      const blob = await load(fileId, isPreview).catch(() => null);
      if (isGone) return;
      if (blob === null) {
        setFailed(true);
        return;
      }
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    void show();
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [fileId, isPreview, load]);
  if (url !== null) return <img className={classes.picture} src={url} alt={file.name} />;
  const Icon = hasFailed ? IconPhotoOff : IconPhoto;
  return <Icon size={20} stroke={1.5} aria-hidden />;
}
