import { Button, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { DayInput } from '../../components/day-input.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLookIntoFile } from './loan-import-queries.ts';
import type { FileLook } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
import { useClients } from '../../data/choices.ts';

const MAX_BYTES = 200_000_000;

/** The file and the client it belongs to, as far as chosen. */
export interface ImportFile {
  file: File | null;
  clientName: string | null;
  /** Last day of the lender's allocation (`YYYY-MM-DD`); null: until recalled. */
  periodEndsOn: string | null;
  /** The day at whose end the lender worked out the figures; null: they are of now. */
  asOf: string | null;
}

interface StepProps {
  chosen: ImportFile;
  onChosen: (chosen: ImportFile) => void;
  onLook: (look: FileLook) => void;
}

/** First step: which lender, which file. Going on looks into the file; nothing is stored. */
export function ImportFileStep({ chosen, onChosen, onLook }: StepProps) {
  const t = useText();
  const look = useLookIntoFile();
  const [isTried, setTried] = useState(false);
  const { file, clientName } = chosen;
  const goOn = () => {
    setTried(true);
    if (file === null || clientName === null) return;
    look.mutate({ file, clientName }, { onSuccess: onLook });
  };
  return (
    <div className={work.step}>
      <ClientSelect
        value={clientName}
        error={isTried && clientName === null ? t('loanImport.chooseClient') : null}
        onChange={(next) => onChosen({ ...chosen, clientName: next })}
      />
      <FileDrop
        label={t('loanImport.file')}
        endings={['.csv', '.xlsx']}
        maxBytes={MAX_BYTES}
        hint={t('loanImport.fileHint')}
        files={file === null ? [] : [file]}
        onFiles={([next]) => onChosen({ ...chosen, file: next ?? null })}
      />
      {isTried && file === null && (
        <p className={work.error} role="alert">
          {t('loanImport.chooseFile')}
        </p>
      )}
      <Days chosen={chosen} onChosen={onChosen} />
      <div className={work.actions}>
        <Button
          loading={look.isPending}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={goOn}
        >
          {t('loanImport.lookInto')}
        </Button>
        {look.isPending && <output className={work.quiet}>{t('loanImport.looking')}</output>}
      </div>
    </div>
  );
}

/** Until when the loans are the agency's, and of which day their figures are. */
function Days({ chosen, onChosen }: Pick<StepProps, 'chosen' | 'onChosen'>) {
  const t = useText();
  return (
    <>
      <DayInput
        className={work.narrow ?? ''}
        label={t('loanImport.periodEndsOn')}
        description={t('loanImport.periodEndsOnHelp')}
        value={chosen.periodEndsOn}
        min={today()}
        isClearable
        onChange={(periodEndsOn) => onChosen({ ...chosen, periodEndsOn })}
      />
      <DayInput
        className={work.narrow ?? ''}
        label={t('loanImport.asOf')}
        description={t('loanImport.asOfHelp')}
        value={chosen.asOf}
        max={today()}
        isClearable
        onChange={(asOf) => onChosen({ ...chosen, asOf })}
      />
    </>
  );
}

function ClientSelect(props: {
  value: string | null;
  error: string | null;
  onChange: (clientName: string | null) => void;
}) {
  const t = useText();
  const clients = useClients();
  if (clients.isError && clients.data === undefined) {
    return <LoadProblem error={clients.error} onRetry={() => void clients.refetch()} />;
  }
  return (
    <Select
      className={work.narrow}
      label={t('loanImport.client')}
      description={t('loanImport.clientHelp')}
      data={(clients.data ?? []).map((client) => client.Client_Name)}
      searchable
      withAsterisk
      nothingFoundMessage={t('loanImport.noClients')}
      value={props.value}
      error={props.error}
      onChange={props.onChange}
    />
  );
}
