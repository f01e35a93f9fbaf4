import { Autocomplete } from '@mantine/core';
import type { ImportField, ImportMapping } from '../../../contract/import-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import { withColumn } from './import-mapping.ts';
import { MappingRows } from './mapping-rows.tsx';
import type { MappingProblem } from './import-mapping.ts';
import work from '../../components/sheet-work.module.css';

/** What both ways to see a mapping take. */
export interface MappingViewProps {
  mapping: ImportMapping;
  /** Columns that are known: of the file that was tried, and of the mapping itself. */
  columns: readonly string[];
  /** Those of the file that was tried; null before that. */
  headers: readonly string[] | null;
  onMapping: (mapping: ImportMapping) => void;
}

interface FieldProps extends MappingViewProps {
  problems: ReadonlyMap<ImportField, MappingProblem>;
  /** Missing fields are told after a try to save only. */
  isTried: boolean;
}

/** Each loan field with the name of the column that feeds it; the name may be typed without having the file. */
export function MappingByField(props: FieldProps) {
  const t = useText();
  return (
    <table className={work.table}>
      <thead>
        <tr>
          <th scope="col">{t('loanImport.columnsHead')}</th>
          <th scope="col">{t('words.columnOfFile')}</th>
        </tr>
      </thead>
      <MappingRows isMapped={(field) => (props.mapping[field] ?? '') !== ''}>
        {(field, name) => (
          <td>
            <ColumnName field={field} name={name} {...props} />
          </td>
        )}
      </MappingRows>
    </table>
  );
}

function ColumnName({ field, name, ...props }: FieldProps & { field: ImportField; name: string }) {
  const t = useText();
  const { mapping, columns } = props;
  const column = mapping[field] ?? '';
  const used = new Set(Object.values(mapping));
  return (
    <Autocomplete
      size="sm"
      aria-label={t('loanMappings.columnOf', { field: name })}
      placeholder={t('loanMappings.typeColumn')}
      maxLength={200}
      data={columns.filter((each) => each === column || !used.has(each))}
      value={column}
      error={useProblem(field, column, props)}
      onChange={(next) => props.onMapping(withColumn(mapping, field, next === '' ? null : next))}
    />
  );
}

function useProblem(field: ImportField, column: string, props: FieldProps): string | null {
  const t = useText();
  const problem = props.problems.get(field);
  if (problem?.kind === 'usedTwice')
    return t('loanImport.usedTwice', { field: t(`loanFields.${problem.field}`) });
  if (problem?.kind === 'needed') return props.isTried ? t('loanImport.needed') : null;
  const isUnknown =
    column !== '' && props.headers !== null && !props.headers.includes(column.trim());
  return isUnknown ? t('loanMappings.unknownColumn') : null;
}
