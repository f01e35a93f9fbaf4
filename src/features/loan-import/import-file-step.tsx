import { Button, PasswordInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientNameSelect } from '../../components/client-name-select.tsx';
import { DayInput } from '../../components/day-input.tsx';
import { NO_DAY } from '../../components/use-typed-day.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { useShownProblem } from '../../components/use-shown-problem.ts';
import { useClientNames, useOwnClientName } from '../../data/choices.ts';
import { today } from '../../lib/dates.ts';
import { problemsIn, problemWords } from '../../lib/problem-words.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ImportFailure } from './import-failure.tsx';
import { useLookIntoFile } from './loan-import-queries.ts';
import type { FileLook } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';

const MAX_BYTES = 200_000_000;

/** What a locked workbook asks for, in words; null when the failure is another one. */
function lockedWords(error: unknown): string | null {
  const problem = problemsIn(error).find(({ path }) => path === 'password');
  return problem === undefined ? null : problemWords(problem);
}

/** The file and the client it belongs to, as far as chosen. */
export interface ImportFile {
  file: File | null;
  clientName: string | null;
  /** Last day of the lender's allocation (`YYYY-MM-DD`); null: until recalled. */
  periodEndsOn: string | null;
  /** The day at whose end the lender worked out the figures; null: they are of now. */
  asOf: string | null;
  /** Of a locked workbook; empty: none is needed, or it is not typed yet. */
  password: string;
}

interface StepProps {
  chosen: ImportFile;
  onChosen: (chosen: ImportFile) => void;
  /** This very file was looked into before: going on leads back to its columns as they were left. */
  isLookedInto: boolean;
  onLook: (look: FileLook) => void;
  onNext: () => void;
}

/** First step: which lender, which file. Going on looks into the file; nothing is stored. */
export function ImportFileStep({ chosen, onChosen, isLookedInto, onLook, onNext }: StepProps) {
  const t = useText();
  const look = useLookIntoFile();
  const names = useClientNames();
  const isClientAsked = useOwnClientName() === null;
  const [isTried, setTried] = useState(false);
  const { file, clientName, password } = chosen;
  const locked = lockedWords(look.error);
  const [frame, showProblem] = useShownProblem();
  const goOn = () => {
    setTried(true);
    if (file === null || clientName === null) return showProblem();
    if (isLookedInto) return onNext();
    look.mutate({ file, clientName, password }, { onSuccess: onLook, onError: showProblem });
  };
  return (
    <div className={work.step} ref={frame}>
      {isClientAsked && (
        <ClientNameSelect
          names={names}
          value={clientName}
          error={isTried && clientName === null ? t('loanImport.chooseClient') : null}
          onChange={(next) => {
            // What is found for another client would come with that one's columns.
            if (look.isPending) look.reset();
            onChosen({ ...chosen, clientName: next });
          }}
        />
      )}
      <FileDrop
        label={t('loanImport.file')}
        endings={SHEET_ENDINGS}
        maxBytes={MAX_BYTES}
        hint={t('loanImport.fileHint')}
        files={file === null ? [] : [file]}
        onFiles={([next]) => {
          look.reset();
          onChosen({ ...chosen, file: next ?? null, password: '' });
        }}
      />
      {locked !== null && file !== null && (
        <FilePassword
          value={password}
          error={locked}
          onChange={(next) => onChosen({ ...chosen, password: next })}
          onEnter={goOn}
        />
      )}
      {locked === null && <ImportFailure error={look.error} />}
      {isTried && file === null && (
        <p className={work.error} role="alert">
          {t('problems.file-missing')}
        </p>
      )}
      <Days chosen={chosen} onChosen={onChosen} />
      <GoOn isLooking={look.isPending} onGoOn={goOn} />
    </div>
  );
}

function GoOn({ isLooking, onGoOn }: { isLooking: boolean; onGoOn: () => void }) {
  const t = useText();
  return (
    <div className={work.actions}>
      <Button
        loading={isLooking}
        rightSection={<IconArrowRight size={16} aria-hidden />}
        onClick={onGoOn}
      >
        {t('sheetWork.toColumns')}
      </Button>
      {isLooking && <output className={work.quiet}>{t('loanImport.looking')}</output>}
    </div>
  );
}

/** Asked of a locked workbook only. */
function FilePassword(props: {
  value: string;
  error: string;
  onChange: (password: string) => void;
  onEnter: () => void;
}) {
  const t = useText();
  return (
    <PasswordInput
      className={work.narrow}
      label={t('loanImport.password')}
      description={t('loanImport.passwordHelp')}
      withAsterisk
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('widgets.showPassword') }}
      value={props.value}
      error={props.error}
      aria-invalid
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && props.onEnter()}
    />
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
        noDay={NO_DAY}
        onChange={(periodEndsOn) => onChosen({ ...chosen, periodEndsOn })}
      />
      <DayInput
        className={work.narrow ?? ''}
        label={t('loanImport.asOf')}
        description={t('loanImport.asOfHelp')}
        value={chosen.asOf}
        max={today()}
        isClearable
        noDay={NO_DAY}
        onChange={(asOf) => onChosen({ ...chosen, asOf })}
      />
    </>
  );
}
