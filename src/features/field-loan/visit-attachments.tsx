import { IconCamera, IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { useUndo } from '../../components/use-undo.ts';
import { Notice } from '../../components/notice.tsx';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { roomForPhoto } from '../../offline/storage.ts';
import type { VisitFiles } from './use-visit-files.ts';
import { LARGEST_DOCUMENT, MOST_FILES, withFile } from './visit-files.ts';
import type { VisitFile } from './visit-draft.ts';
import classes from './visit-attachments.module.css';

/** Photos from the camera and documents of a visit; each can be taken away again. */
export function VisitAttachments({
  visit,
}: {
  visit: Pick<VisitFiles, 'files' | 'changeFiles' | 'takeFiles' | 'isTaking' | 'problems'>;
}) {
  const { files, changeFiles, takeFiles, isTaking, problems } = visit;
  const t = useText();
  const offerUndo = useUndo();
  const remove = (file: VisitFile) => {
    changeFiles((now) => now.filter((each) => each.id !== file.id));
    offerUndo(t('words.removed', { name: file.name }), () =>
      changeFiles((now) => withFile(now, file)),
    );
  };
  return (
    <section className="rc-stack-8" aria-label={t('fieldLoan.visit.photos')}>
      <h2 className={classes.title}>{t('fieldLoan.visit.photos')}</h2>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <ChosenFile key={file.id} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      )}
      <PhotoRoomNotice fileCount={files.length} />
      <FileButtons onTake={takeFiles} />
      <output className={classes.note}>{isTaking ? t('fieldLoan.visit.scaling') : ''}</output>
      {problems.length > 0 && (
        <div role="alert">
          {problems.map(({ key, name }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
            <p key={at} className={classes.problem}>
              {t(`fieldLoan.visit.${key}`, {
                name,
                limit: formatBytes(LARGEST_DOCUMENT),
                count: MOST_FILES,
              })}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

function FileButtons({
  onTake,
}: {
  onTake: (chosen: readonly File[], kind: VisitFile['kind']) => void;
}) {
  const t = useText();
  return (
    <div className="rc-halves">
      <FileButton
        label={t('fieldLoan.visit.takePhoto')}
        icon={<IconCamera size={20} stroke={1.7} aria-hidden />}
        accept="image/*"
        isCamera
        onChosen={(chosen) => onTake(chosen, 'photo')}
      />
      <FileButton
        label={t('fieldLoan.visit.addDocument')}
        icon={<IconPaperclip size={20} stroke={1.7} aria-hidden />}
        accept="image/*,application/pdf"
        onChosen={(chosen) => onTake(chosen, 'supportingDoc')}
      />
    </div>
  );
}

function FileButton(props: {
  label: string;
  icon: ReactNode;
  accept: string;
  isCamera?: boolean;
  onChosen: (files: readonly File[]) => void;
}) {
  return (
    <label className={classes.button}>
      {props.icon}
      {props.label}
      <input
        type="file"
        className={classes.input}
        aria-label={props.label}
        accept={props.accept}
        multiple
        {...(props.isCamera === true && { capture: 'environment' })}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          // The same picture can be chosen again after it was taken away.
          event.currentTarget.value = '';
          if (chosen.length > 0) props.onChosen(chosen);
        }}
      />
    </label>
  );
}

function ChosenFile({ file, onRemove }: { file: VisitFile; onRemove: () => void }) {
  const t = useText();
  const url = usePicture(file);
  return (
    <li className={classes.file}>
      {url === null ? (
        <span className={classes.document}>
          <IconFile size={22} stroke={1.5} aria-hidden />
          <span className={classes.name}>{file.name}</span>
        </span>
      ) : (
        <img className="rc-cover" src={url} alt={file.name} />
      )}
      <span className={classes.size}>{formatBytes(file.bytes.byteLength)}</span>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('widgets.removeFile', { name: file.name })}
        onClick={onRemove}
      >
        <span className={classes.cross}>
          <IconX size={16} stroke={2} aria-hidden />
        </span>
      </button>
    </li>
  );
}

/** An address of a picture's bytes while it is shown; null for documents. */
function usePicture(file: VisitFile): string | null {
  const url = useMemo(
    () =>
      file.contentType.startsWith('image/')
        ? URL.createObjectURL(new Blob([file.bytes], { type: file.contentType }))
        : null,
    [file],
  );
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}

/** Says before a photo is taken that this phone is nearly full or full; nothing while there is room. */
function PhotoRoomNotice({ fileCount }: { fileCount: number }) {
  const t = useText();
  const room = useDeviceQuery({
    key: ['field-loan', 'photo-room', fileCount],
    topics: ['delivery', 'pull'],
    load: () => roomForPhoto(),
    // What was so at another photo or visit says nothing about this one.
    isReadAnew: 'only',
  });
  if (room.data === undefined || room.data === 'enough') return null;
  const isFull = room.data === 'full';
  return (
    <Notice
      isAlert={isFull}
      tone={isFull ? 'danger' : 'warn'}
      title={t(isFull ? 'fieldLoan.visit.phoneFull' : 'fieldLoan.visit.phoneLow')}
    >
      {t(isFull ? 'fieldLoan.visit.phoneFullBody' : 'fieldLoan.visit.phoneLowBody')}
    </Notice>
  );
}
