import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { ClientNameSelect } from '../../components/client-name-select.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { useClientNames } from '../../data/choices.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from '../../components/sheet-work.module.css';

const MAX_BYTES = 200_000_000;

/** The file and the client it belongs to, as far as chosen. */
export interface SheetDraft {
  file: File | null;
  clientName: string | null;
  sheetName: string | null;
}

/** First step: which lender, which file. Going on looks into the file; nothing is stored. */
export function SheetFileStep(props: {
  kind: SheetKind;
  draft: SheetDraft;
  isLooking: boolean;
  onDraft: (draft: SheetDraft) => void;
  onLook: () => void;
}) {
  const { draft, onDraft } = props;
  const t = useText();
  const [isTried, setTried] = useState(false);
  const { file, clientName } = draft;
  const goOn = () => {
    setTried(true);
    if (file !== null && clientName !== null) props.onLook();
  };
  return (
    <div className={classes.step}>
      <ClientNameSelect
        names={useClientNames()}
        value={clientName}
        error={isTried && clientName === null ? t('activitySheets.chooseClient') : null}
        onChange={(next) => onDraft({ ...draft, clientName: next })}
      />
      <FileDrop
        label={t('activitySheets.file')}
        endings={SHEET_ENDINGS}
        maxBytes={MAX_BYTES}
        hint={t(`activitySheets.fileHint_${props.kind}`)}
        files={file === null ? [] : [file]}
        onFiles={([next]) => onDraft({ ...draft, file: next ?? null, sheetName: null })}
      />
      {isTried && file === null && (
        <p className={classes.error} role="alert">
          {t('activitySheets.chooseFile')}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          loading={props.isLooking}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={goOn}
        >
          {t('activitySheets.toColumns')}
        </Button>
        {props.isLooking && (
          <output className={classes.quiet}>{t('activitySheets.looking')}</output>
        )}
      </div>
    </div>
  );
}
