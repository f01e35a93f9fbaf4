import { Button, Select } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { Notice } from '../../components/notice.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { useShownProblem } from '../../components/use-shown-problem.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ImportFailure } from './import-failure.tsx';
import { MappingName } from './mapping-name.tsx';
import { MappingPreview } from './mapping-preview.tsx';
import { MappingTable } from './mapping-table.tsx';
import { mappedFields, mappingProblems, unmappedColumns } from './import-mapping.ts';
import type { FileLook } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

interface StepProps {
  look: FileLook;
  clientName: string;
  fileName: string;
  mapping: ImportMapping;
  onMapping: (mapping: ImportMapping) => void;
  /** Another sheet of the workbook is being looked into. */
  isLooking: boolean;
  onSheet: (sheetName: string) => void;
  isUploading: boolean;
  /** Why the file or its other sheet was not taken. */
  failure: Error | null;
  onBack: () => void;
  onUpload: () => void;
}

/** Second step: which column feeds which field, beside the first rows as they will be stored. */
export function ImportMappingStep(props: StepProps) {
  const { look, mapping } = props;
  const [isTried, setTried] = useState(false);
  const problems = mappingProblems(mapping);
  const [frame, showProblem] = useShownProblem();
  useEffect(() => {
    if (props.failure !== null) showProblem();
  }, [props.failure, showProblem]);
  const upload = () => {
    setTried(true);
    if (problems.size === 0) props.onUpload();
    else showProblem();
  };
  return (
    <div className={work.step} ref={frame}>
      <ImportFailure error={props.failure} />
      {look.sheets.length > 1 && <SheetSelect {...props} />}
      <MatchNote look={look} mapping={mapping} />
      <div className={classes.mapping}>
        <MappingTable
          headers={look.headers}
          firstRow={look.sample[0] ?? {}}
          mapping={mapping}
          problems={problems}
          hasNeededShown={isTried}
          onMapping={props.onMapping}
        />
        <div className={classes.beside}>
          <MappingPreview of={look} mapping={mapping} />
          <KeptColumns columns={unmappedColumns(look.headers, mapping)} />
          <MappingName
            clientName={props.clientName}
            mapping={mapping}
            columns={look.headers}
            savedName={look.saved?.name ?? null}
            hasProblems={problems.size > 0}
          />
        </div>
      </div>
      <StepActions {...props} onUpload={upload} />
    </div>
  );
}

function StepActions({ isUploading, fileName, onBack, onUpload }: StepProps) {
  const t = useText();
  if (isUploading)
    return (
      <ProgressPanel title={t('loanImport.uploading', { name: fileName })} done={0} total={null} />
    );
  return (
    <div className={work.actions}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        {t('common.back')}
      </Button>
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={onUpload}>
        {t('sheetWork.uploadAndCheck')}
      </Button>
    </div>
  );
}

function SheetSelect({ look, isLooking, isUploading, onSheet }: StepProps) {
  const t = useText();
  return (
    <Select
      className={work.narrow}
      label={t('loanImport.sheet')}
      description={t('loanImport.sheetHelp')}
      data={[...new Set(look.sheets)]}
      value={look.sheetName}
      allowDeselect={false}
      disabled={isLooking || isUploading}
      onChange={(sheetName) => sheetName !== null && onSheet(sheetName)}
    />
  );
}

function MatchNote({ look, mapping }: Pick<StepProps, 'look' | 'mapping'>) {
  const t = useText();
  const how =
    look.saved === null
      ? t('sheetWork.suggested')
      : t('loanImport.savedUsed', { name: look.saved.name });
  const done = mappedFields(mapping).length;
  const count = t('loanImport.mapped', { done, total: IMPORT_FIELD_NAMES.length });
  return (
    <>
      <output className={work.quiet}>{`${how} ${count}`}</output>
      {look.newColumns.length > 0 && (
        <Notice tone="warn" title={t('loanImport.newColumns')}>
          {t('loanImport.newColumnsBody', { columns: look.newColumns.join(', ') })}
        </Notice>
      )}
    </>
  );
}

function KeptColumns({ columns }: { columns: readonly string[] }) {
  const t = useText();
  return (
    <section className="rc-stack-4" aria-label={t('loanImport.kept')}>
      <h3 className={classes.heading}>{t('loanImport.kept')}</h3>
      {columns.length === 0 ? (
        <p className={work.quiet}>{t('loanImport.keptNone')}</p>
      ) : (
        <>
          <p className={work.quiet}>{t('loanImport.keptBody')}</p>
          <ul className={classes.tags}>
            {columns.map((column) => (
              <li key={column} className={classes.tag}>
                {column}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
