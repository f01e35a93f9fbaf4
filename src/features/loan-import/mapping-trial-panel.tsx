import { Button, Select } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { TRIAL_ROWS } from '../../../contract/loan-mapping.ts';
import type { MappingTrial } from '../../../contract/loan-mapping.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { isSameMapping } from './import-mapping.ts';
import { useTryMapping } from './loan-import-queries.ts';
import { MappingTrialResult } from './mapping-trial-result.tsx';
import classes from './loan-import.module.css';

const MAX_BYTES = 200_000_000;

/** Tries the mapping, as it stands in the editor, on a real file. Nothing is stored. */
export function MappingTrialPanel(props: {
  mapping: ImportMapping;
  trial: MappingTrial | null;
  onTrial: (trial: MappingTrial | null) => void;
}) {
  const t = useText();
  const { mapping, trial, onTrial } = props;
  const [file, setFile] = useState<File | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [triedWith, setTriedWith] = useState<ImportMapping>({});
  const attempt = useTryMapping();
  const run = (sheetName: string | null) => {
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
  };
  return (
    <Panel title={t('loanMappings.tryTitle')}>
      <div className={classes.trial}>
        <p className={classes.quiet}>{t('loanMappings.tryBody', { count: TRIAL_ROWS })}</p>
        <FileDrop
          label={t('loanMappings.tryFile')}
          endings={['.csv', '.xlsx']}
          maxBytes={MAX_BYTES}
          files={file === null ? [] : [file]}
          onFiles={([next]) => {
            setFile(next ?? null);
            onTrial(null);
          }}
        />
        {isAsked && file === null && (
          <p className={classes.error} role="alert">
            {t('loanMappings.needFile')}
          </p>
        )}
        {trial !== null && trial.sheets.length > 1 && (
          <Select
            className={classes.narrow}
            label={t('loanMappings.sheet')}
            data={[...new Set(trial.sheets)]}
            value={trial.sheetName}
            allowDeselect={false}
            onChange={(next) => run(next)}
          />
        )}
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={attempt.isPending}
            leftSection={<IconTestPipe size={16} aria-hidden />}
            onClick={() => run(trial?.sheetName ?? null)}
          >
            {t('loanMappings.tryNow')}
          </Button>
          {attempt.isPending && (
            <output className={classes.quiet}>{t('loanMappings.trying')}</output>
          )}
        </div>
        {trial !== null && (
          <MappingTrialResult trial={trial} isStale={!isSameMapping(triedWith, mapping)} />
        )}
      </div>
    </Panel>
  );
}
