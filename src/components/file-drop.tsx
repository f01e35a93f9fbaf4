import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { translateFileErrors } from '../lib/file-words.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './file-drop.module.css';
import { useUndo } from './use-undo.ts';

// Why a file that was dropped here is refused is said in the reader's language.
translateFileErrors();

/** What a file drop takes. */
export interface FileDropProps {
  label: string;
  /** File name endings with the dot: ['.csv', '.xlsx']. */
  endings: readonly string[];
  maxBytes: number;
  /** More than one file may be chosen. */
  isMany?: boolean;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  hint?: string;
}

/** A place to drop files on or to choose them; wrong types and sizes are refused in words. */
export function FileDrop(props: FileDropProps) {
  const { files, onFiles, endings, isMany = false } = props;
  const t = useText();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const take = (given: FileList | null) => {
    const list = [...(given ?? [])].slice(0, isMany ? undefined : 1);
    const refusal = refusalOf(list, props, t);
    setProblem(refusal);
    if (refusal === null && list.length > 0) onFiles(isMany ? [...files, ...list] : list);
  };
  return (
    <div className={classes.frame}>
      <label className={classes.drop} data-over={isOver || undefined}>
        <input
          className={classes.input}
          type="file"
          aria-label={props.label}
          accept={endings.join(',')}
          multiple={isMany}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file can be chosen again after it was taken away.
            event.currentTarget.value = '';
          }}
        />
        <IconUpload size={22} stroke={1.6} aria-hidden />
        <span className={classes.label}>
          <span className={classes.forMouse}>
            {t(isMany ? 'widgets.dropFiles' : 'widgets.dropFile')}
          </span>
          <span className={classes.forTouch}>
            {t(isMany ? 'widgets.chooseFiles' : 'widgets.chooseFile')}
          </span>
        </span>
        <span className={classes.hint}>
          {props.hint ?? `${endings.join(', ')} · ≤ ${formatBytes(props.maxBytes)}`}
        </span>
      </label>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <ChosenFiles files={files} isMany={isMany} onFiles={onFiles} />
    </div>
  );
}

/** Why these files are not taken, in words; null when they are. */
function refusalOf(
  files: readonly File[],
  { endings, maxBytes }: Pick<FileDropProps, 'endings' | 'maxBytes'>,
  t: TFunction,
): string | null {
  const wrong = files.find((file) => !endings.some((end) => file.name.toLowerCase().endsWith(end)));
  if (wrong) return t('widgets.wrongType', { name: wrong.name, types: endings.join(', ') });
  const large = files.find((file) => file.size > maxBytes);
  return large ? t('widgets.tooLarge', { name: large.name, limit: formatBytes(maxBytes) }) : null;
}

function ChosenFiles({
  files,
  isMany,
  onFiles,
}: Pick<FileDropProps, 'files' | 'onFiles' | 'isMany'>) {
  const t = useText();
  const offerUndo = useUndo();
  // When a removal is undone something else may have been chosen.
  const now = useRef({ files, onFiles });
  useEffect(() => {
    now.current = { files, onFiles };
  });
  const putBack = (file: File) => {
    const others = isMany ? now.current.files.filter((each) => each !== file) : [];
    now.current.onFiles([...others, file]);
  };
  const remove = (file: File) => {
    onFiles(files.filter((each) => each !== file));
    offerUndo(t('widgets.fileRemoved', { name: file.name }), () => putBack(file));
  };
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={`${file.name}:${file.size}:${file.lastModified}`} className={classes.file}>
          <IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />
          <span className={classes.name}>{file.name}</span>
          <span className={classes.hint}>{formatBytes(file.size)}</span>
          <button
            type="button"
            className={classes.remove}
            aria-label={t('widgets.removeFile', { name: file.name })}
            onClick={() => remove(file)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A size in words: 840 KB, 12.4 MB, 10.7 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  if (bytes >= 1_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1).replace(/\.0$/, '')} GB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0).replace(/\.0$/, '')} MB`;
}
