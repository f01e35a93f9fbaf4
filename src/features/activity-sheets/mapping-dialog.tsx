import { Button, Modal, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedSheetMapping } from '../../../contract/activity-sheet.ts';
import { sheetMappingCalls } from '../../../contract/sheet-mapping-calls.ts';
import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type { SheetField, SheetFieldRule } from '../../../contract/sheet-mapping.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { usePhone } from '../../components/use-phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DayOrderField } from './day-order-field.tsx';
import { isTold, mappingProblem, tidyMapping, withColumn } from './sheet-mapping.ts';
import classes from '../../components/sheet-work.module.css';
import { useCallCommand } from '../../data/call-command.ts';

const MOST_CHARACTERS = 120;
const MOST_COLUMN_CHARACTERS = 200;

/** Changes a saved mapping: its name, which column feeds which field, how its dates are written. */
export function MappingDialog(props: { saved: SavedSheetMapping | null; onClose: () => void }) {
  const t = useText();
  const isPhone = usePhone();
  const [last, setLast] = useState(props.saved);
  // While the dialog fades out it goes on showing the mapping.
  if (props.saved !== null && props.saved !== last) setLast(props.saved);
  return (
    <Modal
      opened={props.saved !== null}
      onClose={props.onClose}
      fullScreen={isPhone}
      size="lg"
      title={t('activitySheets.editMapping')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {last !== null && <MappingForm key={last._id} saved={last} onClose={props.onClose} />}
    </Modal>
  );
}

/** The mapping as it is being edited, and saving it. */
function useEdited(saved: SavedSheetMapping, onClose: () => void) {
  const t = useText();
  const change = useCallCommand(sheetMappingCalls.changeSheetMapping);
  const [name, setName] = useState(saved.name);
  const [mapping, setMapping] = useState(saved.mapping);
  const [dayOrder, setDayOrder] = useState(saved.dayOrder);
  const [isTried, setTried] = useState(false);
  const tidy = tidyMapping(mapping);
  const fields = sheetFields(saved.kind);
  const isWhole =
    isTold(saved.kind, tidy) &&
    fields.every((field) => mappingProblem(field, fields, tidy) === null);
  const save = () => {
    setTried(true);
    if (name.trim() === '' || !isWhole) return;
    const { _id, updatedAt } = saved;
    change.mutate(
      { params: { id: _id }, body: { updatedAt, name: name.trim(), mapping: tidy, dayOrder } },
      {
        onSuccess: () => {
          showSuccess(t('toasts.updated'));
          onClose();
        },
      },
    );
  };
  return {
    name,
    setName,
    mapping,
    setMapping,
    tidy,
    fields,
    dayOrder,
    setDayOrder,
    isTried,
    isSaving: change.isPending,
    save,
  };
}

function MappingForm({ saved, onClose }: { saved: SavedSheetMapping; onClose: () => void }) {
  const t = useText();
  const edited = useEdited(saved, onClose);
  const { name, tidy, isTried } = edited;
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        edited.save();
      }}
    >
      <p className={classes.quiet}>
        {t('activitySheets.editMappingHelp', { client: saved.Client_Name })}
      </p>
      <TextInput
        data-autofocus
        label={t('activitySheets.mappingName')}
        withAsterisk
        maxLength={MOST_CHARACTERS}
        value={name}
        error={isTried && name.trim() === '' ? t('activitySheets.needMappingName') : null}
        onChange={(event) => edited.setName(event.currentTarget.value)}
      />
      <ColumnInputs edited={edited} />
      {isTried && !isTold(saved.kind, tidy) && (
        <p className={classes.error} role="alert">
          {t('activitySheets.oneMore')}
        </p>
      )}
      <DayOrderField
        kind={saved.kind}
        mapping={tidy}
        value={edited.dayOrder}
        onChange={edited.setDayOrder}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          loading={edited.isSaving}
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        >
          {t('activitySheets.saveMapping')}
        </Button>
      </div>
    </form>
  );
}

/** One input per field: the name of the column that feeds it. */
function ColumnInputs({ edited }: { edited: ReturnType<typeof useEdited> }) {
  const t = useText();
  const { mapping, tidy, fields, isTried } = edited;
  const errorOf = (field: readonly [SheetField, SheetFieldRule]) => {
    const problem = mappingProblem(field, fields, tidy);
    return problem !== null && (isTried || problem === 'usedTwice')
      ? t(`activitySheets.${problem}`)
      : null;
  };
  return fields.map((field) => (
    <TextInput
      key={field[0]}
      label={t('activitySheets.columnFor', { field: t(`activitySheets.field_${field[0]}`) })}
      withAsterisk={field[1].required}
      placeholder={t('activitySheets.notMapped')}
      maxLength={MOST_COLUMN_CHARACTERS}
      value={mapping[field[0]] ?? ''}
      error={errorOf(field)}
      onChange={(event) =>
        edited.setMapping(withColumn(mapping, field[0], event.currentTarget.value))
      }
    />
  ));
}
