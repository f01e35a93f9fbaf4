import { Button, Select } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { CALL_SHEET_FIELDS, CALL_SHEET_REQUIRED } from '../../../contract/call-sheet.ts';
import type { CallSheetField } from '../../../contract/call-sheet.ts';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CallSheetLook } from './call-sheet-queries.ts';
import classes from '../../components/sheet-work.module.css';

const SHOWN_ROWS = 3;

interface StepProps {
  look: CallSheetLook;
  sheetName: string | null;
  mapping: SheetMapping;
  isBusy: boolean;
  onSheetName: (name: string | null) => void;
  onMapping: (mapping: SheetMapping) => void;
  onBack: () => void;
  onUpload: () => void;
}

type FieldProblem = 'missing' | 'usedTwice';

function problemOf(field: CallSheetField, mapping: SheetMapping): FieldProblem | null {
  const column = mapping[field];
  if (column === undefined) return CALL_SHEET_REQUIRED.includes(field) ? 'missing' : null;
  const uses = Object.values(mapping).filter((other) => other === column).length;
  return uses > 1 ? 'usedTwice' : null;
}

/** Second step: which column feeds which field, beside what the first rows say. */
export function CallMappingStep(props: StepProps) {
  const { look, mapping } = props;
  const t = useText();
  const [isTried, setTried] = useState(false);
  const isWhole = CALL_SHEET_FIELDS.every((field) => problemOf(field, mapping) === null);
  return (
    <div className={classes.step}>
      <output className={classes.quiet}>
        {t(look.isSaved ? 'callSheets.savedUsed' : 'callSheets.suggested')}
      </output>
      {look.sheets.length > 1 && (
        <Select
          className={classes.narrow}
          label={t('callSheets.sheetOfFile')}
          data={[...look.sheets]}
          value={props.sheetName}
          placeholder={t('callSheets.firstThatFits')}
          clearable
          onChange={props.onSheetName}
        />
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('callSheets.field')}</th>
            <th scope="col">{t('callSheets.column')}</th>
            <th scope="col" className={classes.example}>
              {t('callSheets.firstRows')}
            </th>
          </tr>
        </thead>
        <tbody>
          {CALL_SHEET_FIELDS.map((field) => (
            <FieldRow key={field} field={field} isTried={isTried} {...props} />
          ))}
        </tbody>
      </table>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={props.onBack}
        >
          {t('common.back')}
        </Button>
        <Button
          loading={props.isBusy}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => {
            setTried(true);
            if (isWhole) props.onUpload();
          }}
        >
          {t('callSheets.upload')}
        </Button>
      </div>
    </div>
  );
}

function FieldRow({
  field,
  isTried,
  look,
  mapping,
  onMapping,
}: Pick<StepProps, 'look' | 'mapping' | 'onMapping'> & {
  field: CallSheetField;
  isTried: boolean;
}) {
  const t = useText();
  const label = t(`callSheets.fields.${field}`);
  const column = mapping[field];
  const problem = problemOf(field, mapping);
  const choose = (next: string | null) => {
    const { [field]: _before, ...others } = mapping;
    onMapping(next === null ? others : { ...others, [field]: next });
  };
  return (
    <tr data-mapped={column !== undefined || undefined}>
      <th scope="row">
        {label}
        {CALL_SHEET_REQUIRED.includes(field) && (
          <span className={classes.required}>{t('callSheets.required')}</span>
        )}
      </th>
      <td>
        <Select
          size="xs"
          aria-label={`${label}: ${t('callSheets.column')}`}
          placeholder={t('callSheets.notMapped')}
          data={[...look.headers]}
          value={column ?? null}
          searchable
          clearable
          error={
            problem !== null && (isTried || problem === 'usedTwice')
              ? t(`callSheets.${problem}`)
              : null
          }
          onChange={choose}
        />
      </td>
      <td className={classes.example}>
        {column === undefined
          ? ''
          : look.sample
              .slice(0, SHOWN_ROWS)
              .flatMap((row) => row[column] || [])
              .join(' · ')}
      </td>
    </tr>
  );
}
