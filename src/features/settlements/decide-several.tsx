import { useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Settlement } from '../../../contract/settlement.ts';
import { textSchema } from '../../../contract/values.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { settlementPath } from '../../components/settlement-path.ts';
import { useOnline } from '../../lib/use-online.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { OfflineNote } from './decision-dialogs.tsx';
import { refusalWords } from '../../lib/error-words.ts';
import { PartlyDecided, useDecideAll } from './settlement-queries.ts';
import type { DecidedOf, NotDecided } from './settlement-queries.ts';
import classes from './settlements.module.css';

/** What can be decided of several at once. */
export type SeveralAction = 'APPROVE' | 'REJECT';

const RULES = {
  APPROVE: z.object({ remarks: textSchema(2000) }),
  REJECT: z.object({ remarks: textSchema(2000).min(3, says('reason-missing')) }),
} as const;

const sumOf = (settlements: readonly Settlement[], key: 'offeredAmount' | 'waiverAmount') =>
  formatRupees(settlements.reduce((sum, one) => sum + one[key], 0));

/**
 * Decides several settlements with one remark, each for itself and on what was seen when the dialog opened. What was refused
 * is told loan by loan, and what is typed stays; what the network cut off is sent by the same button.
 */
export function DecideSeveralDialog(props: {
  action: SeveralAction;
  settlements: readonly Settlement[];
  role: Role;
  /** What was typed before for loans that were refused. */
  remarks: string;
  onDecided: (outcome: DecidedOf) => void;
  onClose: (isSaved: boolean) => void;
}) {
  const { action, settlements, role, onDecided, onClose } = props;
  const t = useText();
  const isOnline = useOnline();
  const { decide, answered } = useDecideAll(role);
  const [partly, setPartly] = useState<PartlyDecided | null>(null);
  const open = partly === null ? settlements : partly.unsent;
  return (
    <DialogForm
      name={`settlements.several.${action}`}
      // After a session that ended midway fewer are left, and the words are still theirs.
      about=""
      title={t(`settlements.several.${action}`, { count: settlements.length })}
      rules={RULES[action]}
      defaults={{ remarks: props.remarks }}
      isDangerous={action === 'REJECT'}
      save={async ({ remarks }) => {
        const outcome = await decide({ action, remarks, settlements: open });
        const refused = [...(partly?.refused ?? []), ...outcome.refused];
        const whole = { ...outcome, refused, remarks };
        onDecided(whole);
        if (whole.refused.length + whole.unsent.length > 0)
          throw new PartlyDecided(whole, settlements.length);
      }}
      done={t('toasts.updated')}
      submitLabel={t(`settlements.action.${action}`)}
      isSubmitDisabled={!isOnline || open.length === 0}
      {...(partly !== null && { cancelLabel: t('common.close') })}
      onRefused={(error, form) => {
        if (!(error instanceof PartlyDecided)) return false;
        setPartly(error);
        // It is kept for the next try: closing needs no question.
        form.reset(form.getValues());
        return true;
      }}
      onClose={onClose}
    >
      <Sums of={settlements} />
      <TextAreaField
        name="remarks"
        label={t(action === 'REJECT' ? 'settlements.whyAll' : 'words.remarks')}
        maxLength={2000}
      />
      {answered !== null && open.length > 1 && (
        <ProgressPanel
          title={t(`settlements.action.${action}`)}
          done={answered}
          total={open.length}
        />
      )}
      {partly !== null && <Left partly={partly} role={role} />}
      <OfflineNote />
    </DialogForm>
  );
}

function Sums({ of }: { of: readonly Settlement[] }) {
  const t = useText();
  const sums = { offer: sumOf(of, 'offeredAmount'), waiver: sumOf(of, 'waiverAmount') };
  return <p className="rc-sum">{t('settlements.severalBody', sums)}</p>;
}

/** What was not decided: refused, loan by loan with why; cut off by the network, by number. */
function Left({ partly, role }: { partly: PartlyDecided; role: Role }) {
  const t = useText();
  const { refused, unsent } = partly;
  return (
    <Notice tone="warn" title={partly.message} isAlert>
      {refused.length > 0 && (
        <ul className={classes.rows}>
          {refused.map((one) => (
            <RefusedRow key={one.settlement._id} {...one} role={role} />
          ))}
        </ul>
      )}
      {unsent.length > 0 && <p>{t('settlements.unsent', { count: unsent.length })}</p>}
    </Notice>
  );
}

function RefusedRow({ settlement, error, role }: NotDecided & { role: Role }) {
  const { _id, Customer_Name, Loan_ID } = settlement;
  const path = settlementPath(role, _id);
  const name = `${Customer_Name} · ${Loan_ID}`;
  return (
    <li className={classes.words}>
      {path === null ? <strong>{name}</strong> : <Link to={path}>{name}</Link>}
      <span>{refusalWords(error)}</span>
    </li>
  );
}
