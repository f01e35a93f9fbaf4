import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { isSameMapping, mappingProblems } from './import-mapping.ts';
import { useReopenUpload } from './loan-import-queries.ts';
import { MappingTable } from './mapping-table.tsx';
import work from '../../components/sheet-work.module.css';

/** Reads the stored file of a failed or dropped upload again: with the same columns, or with others. */
export function ImportReopening({ upload, another }: { upload: LoanImport; another: ReactNode }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [isTried, setTried] = useState(false);
  const [mapping, setMapping] = useState(upload.mapping);
  const reopen = useReopenUpload();
  const problems = mappingProblems(mapping);
  const readAgain = () => {
    setTried(true);
    if (problems.size > 0) {
      setOpen(true);
      return;
    }
    const changed = isSameMapping(mapping, upload.mapping) ? {} : { mapping };
    reopen.mutate(
      { _id: upload._id, ...changed },
      { onSuccess: () => showSuccess(t('toasts.updated')) },
    );
  };
  return (
    <div className={work.section}>
      <p className={work.quiet}>{t('loanImport.reopenBody')}</p>
      <div className={work.actions}>
        <Button
          loading={reopen.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={readAgain}
        >
          {t('loanImport.reopen')}
        </Button>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('loanImport.otherColumns')}
        </Button>
        {another}
      </div>
      {isOpen && (
        <MappingTable
          headers={upload.headers}
          firstRow={{}}
          mapping={mapping}
          problems={problems}
          hasNeededShown={isTried}
          onMapping={setMapping}
        />
      )}
    </div>
  );
}
