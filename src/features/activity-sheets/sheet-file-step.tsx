import { Button, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { useAskedChoices } from '../../components/asked-choices.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from '../../components/sheet-work.module.css';
import { useClients } from '../../data/choices.ts';

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
      <ClientSelect
        value={clientName}
        error={isTried && clientName === null ? t('activitySheets.chooseClient') : null}
        onChange={(next) => onDraft({ ...draft, clientName: next })}
      />
      <FileDrop
        label={t('activitySheets.file')}
        endings={['.csv', '.xlsx']}
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

function ClientSelect(props: {
  value: string | null;
  error: string | null;
  onChange: (clientName: string | null) => void;
}) {
  const t = useText();
  const clients = useClients();
  const words = useAskedChoices(clients, t('activitySheets.noClients'));
  return (
    <Select
      className={classes.narrow}
      label={t('activitySheets.client')}
      description={t('activitySheets.clientHelp')}
      data={(clients.data ?? []).map((client) => client.Client_Name)}
      searchable
      withAsterisk
      {...words}
      value={props.value}
      error={props.error}
      onChange={props.onChange}
    />
  );
}
