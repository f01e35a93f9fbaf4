import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import type { Partner, PartnerRemoval } from '../../../contract/partner.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

interface RemovalProps {
  partner: Partner;
  what: 'disable' | 'delete';
  onClose: () => void;
}

/** Shows what hangs on a partner before it is disabled or deleted, and asks who takes it over. */
export function PartnerRemovalDialog(props: RemovalProps) {
  const { partner, what, onClose } = props;
  const t = useText();
  const removal = useCallQuery(
    partnerCalls.readPartnerRemoval,
    { params: { id: partner._id } },
    { ...readWhenOpened, select: (answer) => answer.data },
  );
  const firm = partner.firmName;
  return (
    <Dialog
      title={t(what === 'delete' ? 'partners.deleteTitle' : 'partners.disableTitle', { firm })}
      onClose={onClose}
    >
      <Loaded of={removal} kind="record" rows={4}>
        {(data) =>
          what === 'delete' ? (
            <Deletion partner={partner} removal={data} />
          ) : (
            <Disabling partner={partner} removal={data} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface DecisionProps {
  partner: Partner;
  removal: PartnerRemoval;
}

const withSuccessor = z.object({ successorId: z.string(says('successor-missing')) });
const alone = z.object({ successorId: z.null() });

function Deletion({ partner: { _id: id, firmName: firm }, removal }: DecisionProps) {
  const t = useText();
  const remove = useCallCommand(partnerCalls.removePartner);
  const defaults: { successorId: string | null } = { successorId: null };
  return (
    <FormInDialog<typeof defaults, typeof defaults, unknown>
      name="partners.delete"
      rules={removal.needsSuccessor ? withSuccessor : alone}
      defaults={defaults}
      hasLeavePrompt={false}
      save={({ successorId }) =>
        remove.mutateAsync({ params: { id }, query: successorId === null ? {} : { successorId } })
      }
      done={t('partners.deletedToast', { firm })}
      submitLabel={t('common.delete')}
      isDangerous
    >
      <Consequences removal={removal} />
      <p className="rc-quiet-words">{t('partners.deleteBody')}</p>
      {removal.needsSuccessor && (
        <SelectField
          name="successorId"
          text="partners.successor"
          placeholder={t('partners.chooseSuccessor')}
          options={removal.successors.map(({ _id, fullName, role, firmName }) => ({
            value: _id,
            label:
              role === 'PARTNER' ? (firmName ?? fullName) : t('partners.admin', { name: fullName }),
          }))}
        />
      )}
    </FormInDialog>
  );
}

const nothingAsked = z.object({});

function Disabling({ partner: { _id: id, firmName: firm }, removal }: DecisionProps) {
  const t = useText();
  const setActive = useCallCommand(partnerCalls.setPartnerActive);
  return (
    <FormInDialog
      name="partners.disable"
      rules={nothingAsked}
      defaults={{}}
      save={() => setActive.mutateAsync({ params: { id }, body: { isActive: false } })}
      done={t('partners.disabledToast', { firm })}
      submitLabel={t('partners.disable')}
    >
      <Consequences removal={removal} />
      <p className="rc-quiet-words">{t('partners.disableBody')}</p>
    </FormInDialog>
  );
}

function Consequences({ removal }: { removal: PartnerRemoval }) {
  const t = useText();
  return (
    <FactGroup
      title={t('partners.consequences')}
      facts={[
        { label: t('partners.managerCount'), value: formatCount(removal.managerCount) },
        { label: t('partners.agentCount'), value: formatCount(removal.agentCount) },
        { label: t('menu.clients'), value: formatCount(removal.clientCount) },
        { label: t('partners.loanCount'), value: formatCount(removal.loanCount) },
        { label: t('partners.dueAmount'), value: formatRupees(removal.dueAmount) },
      ]}
    />
  );
}
