import { z } from 'zod';
import { DEPOSIT_PLACES } from '../../../contract/deposit.ts';
import { says } from '../../../contract/errors.ts';
import { textSchema } from '../../../contract/values.ts';
import { DayField, TextField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useDeposit } from './receipt-queries.ts';
import type { Chosen } from './receipt-queries.ts';
import classes from './receipts.module.css';

/** The day of a deposit is asked for here, and nothing is deposited tomorrow. */
const depositSchema = z
  .object({
    place: z.enum(DEPOSIT_PLACES),
    reference: textSchema(60),
    depositedOn: z
      .string(says('date-missing'))
      .refine((day) => day <= today(), says('day-in-future')),
  })
  .refine(({ place, reference }) => place !== 'BANK' || reference !== '', {
    path: ['reference'],
    ...says('slip-missing'),
  });

/** Where the chosen money was brought to. It needs the network: two people could deposit one receipt otherwise. */
export function DepositDialog(props: {
  chosen: Chosen;
  count: number;
  onClose: (isDone: boolean) => void;
}) {
  const t = useText();
  const isOnline = useOnline();
  const { deposit, open } = useDeposit();
  const chosen = open ?? props.chosen;
  const count = open?.ids.length ?? props.count;
  return (
    <DialogForm
      name="receipts.depositTitle"
      about={JSON.stringify(chosen)}
      title={t('receipts.depositTitle')}
      rules={depositSchema}
      defaults={{ place: 'BANK', reference: '', depositedOn: today() }}
      save={({ reference, ...order }) =>
        deposit({ ...chosen, ...order, ...(reference !== '' && { reference }) })
      }
      done={t('receipts.depositMade')}
      submitLabel={t('receipts.depositAction')}
      isSubmitDisabled={!isOnline}
      onClose={props.onClose}
    >
      <p className={classes.sum}>
        <strong>{formatRupees(chosen.amount)}</strong>
        <span className={classes.quiet}>{t('receipts.receiptCount', { count })}</span>
      </p>
      <DepositFields />
      {!isOnline && <Notice tone="warn" title={t('receipts.depositOffline')} />}
    </DialogForm>
  );
}

function DepositFields() {
  const t = useText();
  return (
    <>
      <SelectField
        name="place"
        text="receipts.place"
        options={DEPOSIT_PLACES.map((place) => ({
          value: place,
          label: t(`receipts.placeName.${place}`),
        }))}
      />
      <TextField name="reference" text="receipts.slip" />
      <DayField name="depositedOn" text="receipts.depositedOn" max={today()} />
    </>
  );
}
