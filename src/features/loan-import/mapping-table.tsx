import { Select } from '@mantine/core';
import { useCallback } from 'react';
import type { ImportField, ImportMapping } from '../../../contract/import-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import { withColumn } from './import-mapping.ts';
import { MappingRows } from './mapping-rows.tsx';
import type { MappingProblem } from './import-mapping.ts';
import work from '../../components/sheet-work.module.css';

interface TableProps {
  headers: readonly string[];
  firstRow: Readonly<Record<string, string>>;
  mapping: ImportMapping;
  problems: ReadonlyMap<ImportField, MappingProblem>;
  /** Missing required fields are told only after a try to go on. */
  hasNeededShown: boolean;
  onMapping: (mapping: ImportMapping) => void;
}

/** Each loan field with the column that feeds it and that column's first value. */
export function MappingTable(props: TableProps) {
  const t = useText();
  return (
    <table className={work.table}>
      <thead>
        <tr>
          <th scope="col">{t('loanImport.columnsHead')}</th>
          <th scope="col">{t('words.columnOfFile')}</th>
          <th scope="col" className={work.example}>
            {t('loanImport.exampleHead')}
          </th>
        </tr>
      </thead>
      <MappingRows isMapped={(field) => props.mapping[field] !== undefined}>
        {(field, name) => <MappedColumn field={field} name={name} {...props} />}
      </MappingRows>
    </table>
  );
}

function MappedColumn({
  field,
  name,
  ...props
}: TableProps & { field: ImportField; name: string }) {
  const t = useText();
  const problemWords = useProblemWords();
  const column = props.mapping[field];
  const problem = props.problems.get(field);
  const isShown = problem?.kind === 'usedTwice' || props.hasNeededShown;
  return (
    <>
      <td>
        <Select
          size="xs"
          aria-label={`${name}: ${t('words.columnOfFile')}`}
          placeholder={t('sheetWork.notMapped')}
          data={[...new Set(props.headers)]}
          value={column ?? null}
          searchable
          clearable
          error={problem !== undefined && isShown ? problemWords(problem) : null}
          onChange={(next) => props.onMapping(withColumn(props.mapping, field, next))}
        />
      </td>
      <td className={work.example}>{column === undefined ? '' : props.firstRow[column]}</td>
    </>
  );
}

function useProblemWords() {
  const t = useText();
  return useCallback(
    (problem: MappingProblem) =>
      problem.kind === 'needed'
        ? t('loanImport.needed')
        : t('loanImport.usedTwice', { field: t(`loanFields.${problem.field}`) }),
    [t],
  );
}
