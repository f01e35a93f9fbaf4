import { IconPaperclip } from '@tabler/icons-react';
import { FileDrop } from '../../components/file-drop.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { ContactFiles } from './contact-save.ts';
import classes from './call-desk.module.css';

const MAX_BYTES = 20_000_000;
const MOST_OF_A_KIND = 10;
const ENDINGS = {
  screenShot: ['.png', '.jpg', '.jpeg', '.webp'],
  supportingDoc: ['.pdf', '.png', '.jpg', '.jpeg', '.webp'],
} as const;

/** Screenshots and supporting documents of a call (spec 3), behind one line until wanted. */
export function ContactFilesField(props: {
  files: ContactFiles;
  onFiles: (files: ContactFiles) => void;
}) {
  const { files, onFiles } = props;
  const t = useText();
  const count = files.screenShot.length + files.supportingDoc.length;
  const kinds = ['screenShot', 'supportingDoc'] as const;
  return (
    <details className={classes.files}>
      <summary className={classes.filesHead}>
        <IconPaperclip size={16} stroke={1.8} aria-hidden />
        {t('words.files')}
        {count > 0 && <span className={classes.fileCount}>{count}</span>}
      </summary>
      <div className={classes.drops}>
        {kinds.map((kind) => (
          <div key={kind}>
            <p className={classes.fileLabel}>{t(`callDesk.${kind}`)}</p>
            <FileDrop
              label={t(`callDesk.${kind}`)}
              endings={ENDINGS[kind]}
              maxBytes={MAX_BYTES}
              most={MOST_OF_A_KIND}
              files={files[kind]}
              onFiles={(chosen) => onFiles({ ...files, [kind]: chosen })}
            />
          </div>
        ))}
      </div>
    </details>
  );
}
