import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../lib/format-bytes.ts';
import { translateFileErrors } from '../lib/file-words.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './file-drop.module.css';
import { chooseFiles } from './file-choice.ts';
import type { FileLimits } from './file-choice.ts';
import { useUndo } from './use-undo.ts';

// Why a file that was dropped here is refused is said in the reader's language.
translateFileErrors();

/** What a file drop takes. */
export interface FileDropProps extends FileLimits {
  label: string;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  hint?: string;
}

/** A place to drop files on or to choose them; wrong types and sizes are refused in words. */
export function FileDrop(props: FileDropProps) {
  const { files, onFiles, endings } = props;
  const isMany = (props.most ?? 1) > 1;
  const t = useText();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const take = (chosen: readonly File[]) => {
    const choice = chooseFiles(files, chosen, props, t);
    setProblem(choice.problem);
    if (choice.files !== files) onFiles(choice.files);
  };
  return (
    <div className="rc-stack-10">
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
            take([...(event.currentTarget.files ?? [])]);
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
        <span className="rc-quiet-small">
          {props.hint ?? `${endings.join(', ')} · ≤ ${formatBytes(props.maxBytes)}`}
        </span>
      </label>
      {problem !== null && (
        <p className="rc-problem" role="alert">
          {problem}
        </p>
      )}
      <ChosenFiles files={files} onFiles={onFiles} onBack={take} />
    </div>
  );
}

function ChosenFiles({
  files,
  onFiles,
  onBack,
}: Pick<FileDropProps, 'files' | 'onFiles'> & { onBack: (files: readonly File[]) => void }) {
  const t = useText();
  const offerUndo = useUndo();
  // When a removal is undone something else may have been chosen.
  const putBack = useRef(onBack);
  useEffect(() => {
    putBack.current = onBack;
  });
  const remove = (file: File) => {
    onFiles(files.filter((each) => each !== file));
    offerUndo(t('words.removed', { name: file.name }), () => putBack.current([file]));
  };
  if (files.length === 0) return null;
  return (
    <ul className="rc-stack-6 rc-plain-list">
      {files.map((file) => (
        <li key={`${file.name}:${file.size}:${file.lastModified}`} className={classes.file}>
          <IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />
          <span className={classes.name}>{file.name}</span>
          <span className="rc-quiet-small">{formatBytes(file.size)}</span>
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
