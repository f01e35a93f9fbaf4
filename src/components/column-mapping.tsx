import { Button, Select } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FieldValues } from 'react-hook-form';
import { fieldProblem } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import { problemWords } from '../lib/problem-words.ts';
import { useText } from '../lib/texts/texts.ts';
import { ScreenForm } from './saving-form.tsx';
import type { SavingFormProps } from './saving-form.tsx';
import { SelectField } from './select-field.tsx';
import classes from './sheet-work.module.css';

const SHOWN_ROWS = 3;
const TWICE = 'column-used-twice';

/** Which column of a file feeds which field; null or nothing: none does. */
export type Mapping = Readonly<Record<string, string | null | undefined>>;

/** A field that a column of the file may feed. */
export interface MappedField {
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
}

/** What a look into a file told: its sheets, the columns of one and its first rows. */
interface FileLook {
  readonly sheets: readonly string[];
  readonly headers: readonly string[];
  readonly sample: readonly Readonly<Record<string, string>>[];
}

/** The fields that have a column. */
export const mapped = (mapping: Mapping): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) =>
      column == null || column.trim() === '' ? [] : [[field, column.trim()]],
    ),
  );

/** What is wrong with a mapping: a field without its column, or one with that of an earlier field. */
export function mappingProblems(
  fields: readonly Pick<MappedField, 'name' | 'isRequired'>[],
  mapping: Mapping,
): FieldProblem[] {
  const columns = mapped(mapping);
  return fields.flatMap(({ name, isRequired = false }) => {
    const path = `mapping.${name}`;
    const column = columns[name];
    if (column === undefined) return isRequired ? [fieldProblem(path, 'column-missing')] : [];
    const first = fields.find((other) => columns[other.name] === column);
    return first?.name === name ? [] : [fieldProblem(path, TWICE)];
  });
}

/** Which sheet of a workbook is meant; nothing where the file has one. */
export function SheetOfFile(props: {
  look: Pick<FileLook, 'sheets'>;
  value: string | null;
  onChange: (sheetName: string | null) => void;
}) {
  const t = useText();
  if (props.look.sheets.length < 2) return null;
  return (
    <Select
      className={classes.narrow}
      label={t('words.sheetOfWorkbook')}
      data={[...props.look.sheets]}
      value={props.value}
      placeholder={t('sheetWork.firstThatFits')}
      clearable
      onChange={props.onChange}
    />
  );
}

interface MappingFormProps<Values extends FieldValues, Sent, Saved> extends Pick<
  SavingFormProps<Values, Sent, Saved>,
  'rules' | 'defaults'
> {
  label: string;
  /** Where the columns come from that stand there at first. */
  note: string;
  submitLabel: string;
  look: FileLook;
  fields: readonly MappedField[];
  /** More fields of the form. */
  children?: ReactNode;
}

/** What every such step is given by its wizard. */
export interface MappingStepProps<Sent, Saved> {
  sheetName: string | null;
  /** The file is looked into again. */
  isLooking: boolean;
  onSheetName: (sheetName: string | null) => void;
  onMapping: (mapping: Record<string, string>) => void;
  onBack: () => void;
  upload: (sent: Sent) => Promise<Saved>;
  onUploaded: (id: string) => void;
}

/** A wizard's step after the choice of a file: its sheet, its columns, and the upload. */
export function MappingForm<
  Values extends FieldValues,
  Sent,
  Saved extends { readonly _id: string },
>(props: MappingFormProps<Values, Sent, Saved> & MappingStepProps<Sent, Saved>) {
  const t = useText();
  const { look } = props;
  return (
    <div className={classes.step}>
      <output className={classes.quiet}>{props.note}</output>
      <SheetOfFile look={look} value={props.sheetName} onChange={props.onSheetName} />
      <ScreenForm
        name="mapping"
        label={props.label}
        rules={props.rules}
        defaults={props.defaults}
        hasLeavePrompt={false}
        save={props.upload}
        onSaved={({ _id }) => props.onUploaded(_id)}
        submitLabel={props.submitLabel}
        isSubmitDisabled={props.isLooking}
        icon={<IconUpload size={16} aria-hidden />}
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={props.onBack}
          >
            {t('common.back')}
          </Button>
        }
      >
        <ColumnTable fields={props.fields} look={look} onMapping={props.onMapping} />
        {props.children}
      </ScreenForm>
    </div>
  );
}

interface ColumnTableProps {
  fields: readonly MappedField[];
  look: Pick<FileLook, 'headers' | 'sample'>;
  /** The person changed it. */
  onMapping?: (mapping: Record<string, string>) => void;
}

/** The form's field `mapping`: which column feeds which field, beside what the first rows say. */
export function ColumnTable({ fields, look, onMapping }: ColumnTableProps) {
  const t = useText();
  const form = useFormContext<{ mapping: Mapping }>();
  const tell = () => {
    const mapping = form.getValues('mapping');
    onMapping?.(mapped(mapping));
    // What is missing is told only after a try to go on, a column used twice at once.
    const twice = mappingProblems(fields, mapping).filter(({ code }) => code === TWICE);
    for (const { name } of fields) {
      const path = `mapping.${name}` as const;
      const problem = twice.find((each) => each.path === path);
      if (problem !== undefined)
        form.setError(path, { type: TWICE, message: problemWords(problem) });
      else if (form.getFieldState(path).error?.type === TWICE) form.clearErrors(path);
    }
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('words.field')}</th>
          <th scope="col">{t('words.columnOfFile')}</th>
          <th scope="col" className={classes.example}>
            {t('sheetWork.firstRows')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <ColumnRow key={field.name} field={field} look={look} onChanged={tell} />
        ))}
      </tbody>
    </table>
  );
}

function ColumnRow(props: {
  field: MappedField;
  look: ColumnTableProps['look'];
  onChanged: () => void;
}) {
  const { field, look } = props;
  const { name, label, isRequired = false } = field;
  const t = useText();
  const { [name]: column } = useWatch<{ mapping: Mapping }, 'mapping'>({ name: 'mapping' });
  const isMapped = column != null;
  return (
    <tr data-mapped={isMapped || undefined}>
      <th scope="row">
        {label}
        {isRequired && <span className={classes.required}>{t('common.required')}</span>}
      </th>
      <td>
        <SelectField
          name={`mapping.${name}`}
          label={`${label}: ${t('words.columnOfFile')}`}
          isLabelHidden
          options={look.headers.map((value) => ({ value, label: value }))}
          placeholder={t('sheetWork.notMapped')}
          isClearable
          onChosen={props.onChanged}
        />
      </td>
      <td className={classes.example}>
        {isMapped &&
          look.sample
            .slice(0, SHOWN_ROWS)
            .flatMap((row) => row[column] || [])
            .join(' · ')}
      </td>
    </tr>
  );
}
