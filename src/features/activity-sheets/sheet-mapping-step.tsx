import { Button, Select, TextInput } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type {
  DayOrder,
  SheetField,
  SheetFieldRule,
  SheetKind,
  SheetMapping,
} from '../../../contract/sheet-mapping.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DayOrderField } from './day-order-field.tsx';
import { isTold, mappingProblem, withColumn } from './sheet-mapping.ts';
import type { SheetLook } from './sheet-queries.ts';
import classes from '../../components/sheet-work.module.css';

const MOST_CHARACTERS = 120;
const SHOWN_ROWS = 3;

interface StepProps {
  kind: SheetKind;
  look: SheetLook;
  sheetName: string | null;
  mapping: SheetMapping;
  dayOrder: DayOrder | null;
  isBusy: boolean;
  onSheetName: (name: string | null) => void;
  onMapping: (mapping: SheetMapping) => void;
  onDayOrder: (order: DayOrder | null) => void;
  onBack: () => void;
  onUpload: (saveAs: string) => void;
}

/** Second step: which column feeds which field, beside what the first rows say. */
export function SheetMappingStep(props: StepProps) {
  const { kind, look, mapping } = props;
  const t = useText();
  const [isTried, setTried] = useState(false);
  const [name, setName] = useState(look.saved?.name ?? '');
  const fields = sheetFields(kind);
  const wrong = fields.find((field) => mappingProblem(field, fields, mapping) !== null);
  const isWhole = wrong === undefined && isTold(kind, mapping);
  const goOn = () => {
    setTried(true);
    if (isWhole) props.onUpload(name.trim());
    // On a phone the field stands far above the button.
    else document.getElementById(fieldId((wrong ?? fields[0])?.[0] ?? ''))?.focus();
  };
  return (
    <div className={classes.step}>
      <MatchNote saved={look.saved} />
      {look.sheets.length > 1 && (
        <Select
          className={classes.narrow}
          label={t('activitySheets.sheetOfFile')}
          data={[...look.sheets]}
          value={props.sheetName}
          placeholder={t('activitySheets.firstThatFits')}
          clearable
          onChange={props.onSheetName}
        />
      )}
      <FieldTable isTried={isTried} {...props} />
      <DayOrderField
        kind={kind}
        mapping={mapping}
        value={props.dayOrder}
        onChange={props.onDayOrder}
      />
      {isTried && !isTold(kind, mapping) && (
        <p className={classes.error} role="alert">
          {t('activitySheets.oneMore')}
        </p>
      )}
      <TextInput
        className={classes.narrow}
        label={t('activitySheets.saveAs')}
        description={t('activitySheets.saveAsHelp')}
        maxLength={MOST_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <StepButtons isBusy={props.isBusy} onBack={props.onBack} onGoOn={goOn} />
    </div>
  );
}

/** The id of a field's select. */
const fieldId = (field: string) => `sheet-column-${field}`;

function StepButtons(props: { isBusy: boolean; onBack: () => void; onGoOn: () => void }) {
  const t = useText();
  return (
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
        onClick={props.onGoOn}
      >
        {t('activitySheets.upload')}
      </Button>
    </div>
  );
}

function MatchNote({ saved }: Pick<SheetLook, 'saved'>) {
  const t = useText();
  return (
    <output className={classes.quiet}>
      {saved === null
        ? t('activitySheets.suggested')
        : t('activitySheets.savedUsed', { name: saved.name })}
    </output>
  );
}

type TableProps = Pick<StepProps, 'kind' | 'look' | 'mapping' | 'onMapping'> & {
  /** Missing required columns are told only after a try to go on. */
  isTried: boolean;
};

function FieldTable(props: TableProps) {
  const t = useText();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('activitySheets.field')}</th>
          <th scope="col">{t('activitySheets.column')}</th>
          <th scope="col" className={classes.example}>
            {t('activitySheets.firstRows')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sheetFields(props.kind).map((field) => (
          <FieldRow key={field[0]} field={field} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({
  field,
  isTried,
  kind,
  look,
  mapping,
  onMapping,
}: TableProps & { field: readonly [SheetField, SheetFieldRule] }) {
  const t = useText();
  const [name, { required }] = field;
  const label = t(`activitySheets.field_${name}`);
  const column = mapping[name];
  const problem = mappingProblem(field, sheetFields(kind), mapping);
  const isShown = problem === 'usedTwice' || isTried;
  const rows = look.sample.slice(0, SHOWN_ROWS);
  return (
    <tr data-mapped={column !== undefined || undefined}>
      <th scope="row">
        {label}
        {required && <span className={classes.required}>{t('activitySheets.required')}</span>}
      </th>
      <td>
        <Select
          id={fieldId(name)}
          size="xs"
          aria-label={`${label}: ${t('activitySheets.column')}`}
          placeholder={t('activitySheets.notMapped')}
          data={[...look.headers]}
          value={column ?? null}
          searchable
          clearable
          error={problem !== null && isShown ? t(`activitySheets.${problem}`) : null}
          onChange={(next) => onMapping(withColumn(mapping, name, next))}
        />
      </td>
      <td className={classes.example}>
        {column === undefined ? '' : rows.flatMap((row) => row[column] || []).join(' · ')}
      </td>
    </tr>
  );
}
