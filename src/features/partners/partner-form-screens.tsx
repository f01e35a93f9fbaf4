import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link, useSearchParams, useNavigate } from 'react-router-dom';
import type { PartnerDetail } from '../../../contract/partner.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { PartnerFields } from './partner-fields.tsx';
import { isMissing, usePartner, useSavePartner } from './partner-queries.ts';
import { checkPartner, partnerBody, partnerValues } from './partner-form.ts';

/** Where saving and leaving lead. */
const PARTNER_LIST = '/partner-list';

/** A partner's form: its rules and its save. */
function usePartnerForm(partner: PartnerDetail | null) {
  const t = useText();
  const navigate = useNavigate();
  const save = useSavePartner();
  return useSavingForm({
    rules: checkPartner(partner === null),
    defaults: partnerValues(partner),
    save: (values) => save.mutateAsync({ id: partner?._id ?? null, body: partnerBody(values) }),
    done: t('toasts.updated'),
    onSaved: () => void navigate(PARTNER_LIST),
  });
}

/** `/partner/create` (admin): account and firm in one form. */
export function PartnerCreateScreen() {
  const t = useText();
  return (
    <Page width="form">
      <PageHeader title={t('partners.add')} backTo={PARTNER_LIST} />
      <Panel>
        <PartnerForm partner={null} label={t('partners.add')} />
      </Panel>
    </Page>
  );
}

/** `/partner/edit?id=` (admin). */
export function PartnerEditScreen() {
  const t = useText();
  const [params] = useSearchParams();
  const id = params.get('id');
  const read = usePartner(id);
  const title = t('partners.edit');
  return (
    <Page width="form">
      <PageHeader
        title={title}
        backTo={PARTNER_LIST}
        {...(read.data !== undefined && { subtitle: read.data.firmName })}
      />
      {id === null || isMissing(read.error) ? (
        <NoSuchPartner />
      ) : read.data !== undefined ? (
        <Panel>
          <PartnerForm key={id} partner={read.data} label={title} />
        </Panel>
      ) : (
        <Awaited of={read} kind="form" />
      )}
    </Page>
  );
}

function NoSuchPartner() {
  const t = useText();
  return (
    <EmptyState
      title={t('partners.nobody')}
      body={t('partners.nobodyBody')}
      action={
        <Button component={Link} to={PARTNER_LIST}>
          {t('partners.toList')}
        </Button>
      }
    />
  );
}

interface PartnerFormProps {
  partner: PartnerDetail | null;
  label: string;
}

function PartnerForm({ partner, label }: PartnerFormProps) {
  const t = useText();
  const { form, submit } = usePartnerForm(partner);
  return (
    <SavingFrame
      name="partners.edit"
      form={form}
      submit={submit}
      label={label}
      submitLabel={t(partner === null ? 'partners.add' : 'common.save')}
      icon={<IconDeviceFloppy size={17} aria-hidden />}
      actions={
        <Button component={Link} to={PARTNER_LIST} variant="default">
          {t('common.cancel')}
        </Button>
      }
    >
      <PartnerFields isNew={partner === null} />
    </SavingFrame>
  );
}
