import { z } from 'zod';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { comparableNumber } from '../../../contract/contact-rules.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import type { ContactStandingProps } from '../../components/contact-standing-slot.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useBodyCommand, useCallCommand } from '../../data/call-command.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { Standing } from './standing-queries.ts';

const LONGEST_NOTE = 500;

/** One of the borrower's numbers turned out to be somebody else's. */
export function NumberDialog(
  props: ContactStandingProps & { standing: Standing; onClose: () => void },
) {
  const t = useText();
  const { loanId, standing, onClose } = props;
  const mark = useBodyCommand(contactGateCalls.blockNumber, { changes: [{ id: loanId }] });
  const blocked = new Set(standing.numbers.map(({ number }) => number));
  const digits = props.numbers.map((each) => comparableNumber(each));
  const open = [...new Set(digits)].filter((each) => each !== null && !blocked.has(each));
  return (
    <DialogForm
      name="contactRules.markWrong"
      title={t('contactRules.markWrong')}
      rules={contactGateCalls.blockNumber.body}
      defaults={{ loanId, number: open[0] ?? '', note: '' }}
      save={mark.mutateAsync}
      done={t('contactRules.numberMarked')}
      submitLabel={t('contactRules.markWrong')}
      isSubmitDisabled={open.length === 0}
      onClose={onClose}
    >
      {open.length === 0 ? (
        <p className="rc-quiet-small">{t('contactRules.noMoreNumbers')}</p>
      ) : (
        <>
          <SelectField
            name="number"
            text="contactRules.number"
            options={open
              .filter((each) => each !== null)
              .map((value) => ({ value, label: formatPhone(value) }))}
          />
          <TextAreaField name="note" text="fieldNames.note" maxLength={LONGEST_NOTE} />
        </>
      )}
    </DialogForm>
  );
}

const zoneSchema = z.object({ timeZone: z.string().nullable() });

/** Where the borrower lives: contact hours go by the clock there. */
export function ZoneDialog(props: { loanId: string; standing: Standing; onClose: () => void }) {
  const t = useText();
  const set = useCallCommand(contactGateCalls.setBorrowerZone, { changes: [{ id: props.loanId }] });
  return (
    <DialogForm
      name="contactRules.changeZone"
      title={t('contactRules.changeZone')}
      rules={zoneSchema}
      defaults={{ timeZone: props.standing.timeZone }}
      save={({ timeZone }) => set.mutateAsync({ params: { id: props.loanId }, body: { timeZone } })}
      done={t('toasts.updated')}
      onClose={props.onClose}
    >
      <SelectField
        name="timeZone"
        text="contactRules.changeZone"
        help={t('contactRules.zoneHelp')}
        placeholder={props.standing.zone}
        nothingFound={t('contactRules.noZone')}
        isClearable
        options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
      />
    </DialogForm>
  );
}
