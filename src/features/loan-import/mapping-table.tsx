import { Select } from '@mantine/core';
import { useCallback } from 'react';
import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../../contract/import-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import { withColumn } from './import-mapping.ts';
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
          <th scope="col">{t('loanImport.columnHead')}</th>
          <th scope="col" className={work.example}>
            {t('loanImport.exampleHead')}
          </th>
        </tr>
      </thead>
      <tbody>
        {IMPORT_FIELD_NAMES.map((field) => (
          <MappingRow key={field} field={field} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function MappingRow({ field, ...props }: TableProps & { field: ImportField }) {
  const t = useText();
  const problemWords = useProblemWords();
  const column = props.mapping[field];
  const problem = props.problems.get(field);
  const isShown = problem?.kind === 'usedTwice' || props.hasNeededShown;
  const name = t(`loanFields.${field}`);
  return (
    <tr data-mapped={column !== undefined || undefined}>
      <th scope="row">
        {name}
        {IMPORT_FIELDS[field].required && (
          <span className={work.required}>{t('loanImport.required')}</span>
        )}
      </th>
      <td>
        <Select
          size="xs"
          aria-label={`${name}: ${t('loanImport.columnHead')}`}
          placeholder={t('loanImport.notMapped')}
          data={[...new Set(props.headers)]}
          value={column ?? null}
          searchable
          clearable
          error={problem !== undefined && isShown ? problemWords(problem) : null}
          onChange={(next) => props.onMapping(withColumn(props.mapping, field, next))}
        />
      </td>
      <td className={work.example}>{column === undefined ? '' : props.firstRow[column]}</td>
    </tr>
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
