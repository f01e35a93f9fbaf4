import { Button } from '@mantine/core';
import { z } from 'zod';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { comparableNumber } from '../../../contract/contact-rules.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import type { ContactStandingProps } from '../../components/contact-standing-slot.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { StandingDialog } from './standing-dialogs.tsx';
import type { Standing } from './standing-queries.ts';
import classes from './contact-rules.module.css';

const LONGEST_NOTE = 500;

/** One of the borrower's numbers turned out to be somebody else's. */
export function NumberDialog(
  props: ContactStandingProps & { standing: Standing; onClose: () => void },
) {
  const t = useText();
  const { loanId, standing, onClose } = props;
  const blocked = new Set(standing.numbers.map(({ number }) => number));
  const digits = props.numbers.map((each) => comparableNumber(each));
  const open = [...new Set(digits)].filter((each) => each !== null && !blocked.has(each));
  return (
    <StandingDialog title={t('contactRules.markWrong')} onClose={onClose}>
      {open.length === 0 ? (
        <p className={classes.quiet}>{t('contactRules.noMoreNumbers')}</p>
      ) : (
        <NumberForm
          loanId={loanId}
          numbers={open.filter((each) => each !== null)}
          onClose={onClose}
        />
      )}
    </StandingDialog>
  );
}

function NumberForm(props: { loanId: string; numbers: readonly string[]; onClose: () => void }) {
  const t = useText();
  const mark = useCallCommand(contactGateCalls.blockNumber, { changes: [{ id: props.loanId }] });
  const form = useSchemaForm(contactGateCalls.blockNumber.body, {
    loanId: props.loanId,
    number: props.numbers[0] ?? '',
    note: '',
  });
  const done = () => {
    showSuccess(t('contactRules.numberMarked'));
    props.onClose();
  };
  return (
    <FormFrame
      form={form}
      label={t('contactRules.markWrong')}
      onSubmit={(body) => mark.mutate({ body }, { onSuccess: done })}
      actions={
        <Button type="submit" loading={mark.isPending}>
          {t('contactRules.markWrong')}
        </Button>
      }
    >
      <SelectField
        name="number"
        label={t('contactRules.number')}
        options={props.numbers.map((value) => ({ value, label: formatPhone(value) }))}
      />
      <TextAreaField name="note" label={t('contactRules.note')} maxLength={LONGEST_NOTE} />
    </FormFrame>
  );
}

const zoneSchema = z.object({ timeZone: z.string().nullable() });

/** Where the borrower lives: contact hours go by the clock there. */
export function ZoneDialog(props: { loanId: string; standing: Standing; onClose: () => void }) {
  const t = useText();
  const set = useCallCommand(contactGateCalls.setBorrowerZone, { changes: [{ id: props.loanId }] });
  const form = useSchemaForm(zoneSchema, { timeZone: props.standing.timeZone });
  const done = () => {
    showSuccess(t('toasts.updated'));
    props.onClose();
  };
  return (
    <StandingDialog title={t('contactRules.changeZone')} onClose={props.onClose}>
      <FormFrame
        form={form}
        label={t('contactRules.changeZone')}
        onSubmit={({ timeZone }) =>
          set.mutate({ params: { id: props.loanId }, body: { timeZone } }, { onSuccess: done })
        }
        actions={
          <Button type="submit" loading={set.isPending}>
            {t('common.save')}
          </Button>
        }
      >
        <SelectField
          name="timeZone"
          label={t('contactRules.changeZone')}
          help={t('contactRules.zoneHelp')}
          placeholder={props.standing.zone}
          nothingFound={t('contactRules.noZone')}
          isClearable
          options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
        />
      </FormFrame>
    </StandingDialog>
  );
}
