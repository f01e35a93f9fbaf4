import { Button, Modal } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { DEPOSIT_PLACES } from '../../../contract/deposit.ts';
import { DayField, TextField } from '../../components/form-field.tsx';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useOnline } from '../../components/use-online.ts';
import { today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useDeposit } from './receipt-queries.ts';
import type { Chosen } from './receipt-queries.ts';
import classes from './receipts.module.css';

const LONGEST_SLIP = 60;

interface DepositValues {
  place: (typeof DEPOSIT_PLACES)[number];
  reference: string;
  depositedOn: string | null;
}

/** The form's rules: a bank's slip has a number, and nothing is deposited tomorrow. */
function useDepositSchema() {
  const t = useText();
  return useMemo(
    () =>
      z
        .object({
          place: z.enum(DEPOSIT_PLACES),
          reference: z.string().trim().max(LONGEST_SLIP),
          depositedOn: z.iso.date({ error: t('receipts.dayMissing') }).nullable(),
        })
        .superRefine(({ place, reference, depositedOn }, context) => {
          const wrong = (path: keyof DepositValues, message: string) =>
            context.addIssue({ code: 'custom', path: [path], message });
          if (place === 'BANK' && reference === '') wrong('reference', t('receipts.slipMissing'));
          if (depositedOn === null) wrong('depositedOn', t('receipts.dayMissing'));
          else if (depositedOn > today()) wrong('depositedOn', t('receipts.dayAhead'));
        }),
    [t],
  );
}

/** Where the chosen money was brought to. It needs the network: two people could deposit one receipt otherwise. */
export function DepositDialog(props: {
  chosen: Chosen;
  count: number;
  /** Whole rupees; null when it is not known here. */
  amount: number | null;
  onClose: (isDone: boolean) => void;
}) {
  const { chosen, count, amount, onClose } = props;
  const t = useText();
  useFocusReturn();
  const isOnline = useOnline();
  const deposit = useDeposit();
  const form = useSchemaForm<DepositValues, DepositValues>(useDepositSchema(), {
    place: 'BANK',
    reference: '',
    depositedOn: today(),
  });
  const submit = ({ place, reference, depositedOn }: DepositValues) =>
    deposit.mutate(
      {
        ...chosen,
        place,
        ...(reference !== '' && { reference }),
        ...(depositedOn !== null && { depositedOn }),
      },
      {
        onSuccess: () => {
          showSuccess(t('receipts.depositMade'));
          onClose(true);
        },
      },
    );
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={t('receipts.depositTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FormFrame
        form={form}
        label={t('receipts.depositTitle')}
        hasLeavePrompt={false}
        onSubmit={submit}
        actions={
          <Button type="submit" loading={deposit.isPending} disabled={!isOnline}>
            {t('receipts.depositAction')}
          </Button>
        }
      >
        <p className={classes.sum}>
          <strong>{formatRupees(amount)}</strong>
          <span className={classes.quiet}>{t('receipts.receiptCount', { count })}</span>
        </p>
        <DepositFields />
        {!isOnline && <Notice tone="warn" title={t('receipts.depositOffline')} />}
      </FormFrame>
    </Modal>
  );
}

function DepositFields() {
  const t = useText();
  return (
    <>
      <SelectField
        name="place"
        label={t('receipts.place')}
        isRequired
        options={DEPOSIT_PLACES.map((place) => ({
          value: place,
          label: t(`receipts.placeName.${place}`),
        }))}
      />
      <TextField name="reference" label={t('receipts.slip')} help={t('receipts.slipHelp')} />
      <DayField name="depositedOn" label={t('receipts.depositedOn')} isRequired max={today()} />
    </>
  );
}
