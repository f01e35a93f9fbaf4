import { Button, Select } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { TRIAL_ROWS } from '../../../contract/loan-mapping.ts';
import type { MappingTrial } from '../../../contract/loan-mapping.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { Panel } from '../../components/page.tsx';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { isSameMapping } from './import-mapping.ts';
import { useTryMapping } from './loan-import-queries.ts';
import { MappingTrialResult } from './mapping-trial-result.tsx';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

const MAX_BYTES = 200_000_000;

interface PanelProps {
  mapping: ImportMapping;
  trial: MappingTrial | null;
  onTrial: (trial: MappingTrial | null) => void;
}

/** Tries the mapping, as it stands in the editor, on a real file. Nothing is stored. */
export function MappingTrialPanel(props: PanelProps) {
  const t = useText();
  const { trial } = props;
  const { file, choose, run, isPending, isFileNeeded, isStale } = useTrial(props);
  return (
    <Panel title={t('loanMappings.tryTitle')}>
      <div className={classes.trial}>
        <p className={work.quiet}>{t('loanMappings.tryBody', { count: TRIAL_ROWS })}</p>
        <FileDrop
          label={t('loanMappings.tryFile')}
          endings={SHEET_ENDINGS}
          maxBytes={MAX_BYTES}
          files={file === null ? [] : [file]}
          onFiles={([next]) => choose(next ?? null)}
        />
        {isFileNeeded && (
          <p className={work.error} role="alert">
            {t('problems.file-missing')}
          </p>
        )}
        {trial !== null && trial.sheets.length > 1 && (
          <Select
            className={work.narrow}
            label={t('words.sheetOfWorkbook')}
            data={[...new Set(trial.sheets)]}
            value={trial.sheetName}
            allowDeselect={false}
            onChange={run}
          />
        )}
        <div className={work.actions}>
          <Button
            variant="default"
            loading={isPending}
            leftSection={<IconTestPipe size={16} aria-hidden />}
            onClick={() => run(trial?.sheetName ?? null)}
          >
            {t('loanMappings.tryNow')}
          </Button>
          {isPending && <output className={work.quiet}>{t('loanMappings.trying')}</output>}
        </div>
        {trial !== null && <MappingTrialResult trial={trial} isStale={isStale} />}
      </div>
    </Panel>
  );
}

/** The file, and what the mapping made of it the last time. */
function useTrial({ mapping, onTrial }: PanelProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [triedWith, setTriedWith] = useState<ImportMapping>({});
  const attempt = useTryMapping();
  return {
    file,
    isPending: attempt.isPending,
    isFileNeeded: isAsked && file === null,
    isStale: !isSameMapping(triedWith, mapping),
    choose: (next: File | null) => {
      setFile(next);
      onTrial(null);
    },
    run: (sheetName: string | null) => {
      setAsked(true);
      if (file === null) return;
      attempt.mutate(
        { file, mapping, ...(sheetName !== null && { sheetName }) },
        {
          onSuccess: (result) => {
            setTriedWith(mapping);
            onTrial(result);
          },
        },
      );
    },
  };
}
