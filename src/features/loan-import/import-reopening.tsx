import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useShownProblem } from '../../components/use-shown-problem.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { isSameMapping, mappingProblems } from './import-mapping.ts';
import { useReopenUpload, useStoredLook } from './loan-import-queries.ts';
import { MappingPreview } from './mapping-preview.tsx';
import { MappingTable } from './mapping-table.tsx';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

/** The file's rows are on their way. */
const NO_ROWS = { sample: [] };

/**
 * Reads the stored file of an upload again that is not verified: with the same columns, or with others, which stand open at
 * once where the upload is pending.
 */
export function ImportReopening({ upload, another }: { upload: LoanImport; another: ReactNode }) {
  const t = useText();
  const isPending = upload.state === 'PENDING';
  const [isOpen, setOpen] = useState(isPending);
  const [isTried, setTried] = useState(false);
  const [mapping, setMapping] = useState(upload.mapping);
  const [frame, showProblem] = useShownProblem();
  const reopen = useReopenUpload();
  const problems = mappingProblems(mapping);
  const isSame = isSameMapping(mapping, upload.mapping);
  const readAgain = () => {
    setTried(true);
    if (problems.size > 0) {
      setOpen(true);
      showProblem();
      return;
    }
    whenDone(reopen.mutateAsync({ _id: upload._id, ...(!isSame && { mapping }) }), () =>
      showSuccess(t('toasts.updated')),
    );
  };
  return (
    <div className={work.section} ref={frame}>
      <p className={work.quiet}>
        {t(isPending ? 'loanImport.remapBody' : 'loanImport.reopenBody')}
      </p>
      {isOpen && (
        <OtherColumns upload={upload} mapping={mapping} isTried={isTried} onMapping={setMapping} />
      )}
      <div className={work.actions}>
        <Button
          loading={reopen.isPending}
          disabled={isPending && isSame}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={readAgain}
        >
          {t(isPending ? 'loanImport.checkAgain' : 'loanImport.reopen')}
        </Button>
        {!isPending && (
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('loanImport.otherColumns')}
          </Button>
        )}
        {another}
      </div>
    </div>
  );
}

/** The mapping beside the stored file's first rows. */
function OtherColumns(props: {
  upload: LoanImport;
  mapping: ImportMapping;
  isTried: boolean;
  onMapping: (mapping: ImportMapping) => void;
}) {
  const { upload, mapping } = props;
  const look = useStoredLook(upload._id);
  return (
    <div className={classes.mapping}>
      <MappingTable
        headers={look.data?.headers ?? upload.headers}
        firstRow={look.data?.sample[0] ?? {}}
        mapping={mapping}
        problems={mappingProblems(mapping)}
        hasNeededShown={props.isTried}
        onMapping={props.onMapping}
      />
      <div className={classes.beside}>
        <MappingPreview of={look.data ?? NO_ROWS} mapping={mapping} />
      </div>
    </div>
  );
}
