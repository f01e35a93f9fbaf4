import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Partner } from '../../../contract/partner.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PartnerActions } from './partner-actions.tsx';
import { usePartnerColumns } from './partner-columns.tsx';

const FILTERS = { search: 'text', status: 'text' } as const;

/** `/partner-list` (admin): the firms that bring managers, agents and lenders, with what they brought. */
export function PartnerListScreen() {
  const t = useText();
  const url = useListState(partnerCalls.listPartners.query, FILTERS, { isSizeChosen: true });
  const partners = useCallQuery(
    partnerCalls.listPartners,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const columns = usePartnerColumns();
  return (
    <ListPage<Partner>
      name="partners"
      title={t('menu.partners')}
      actions={<AddLink />}
      isCounted
      columns={columns}
      list={partners}
      state={url}
      fields={[
        choiceField('status', t('partners.status'), [
          { value: 'active', label: t('words.active') },
          { value: 'disabled', label: t('words.disabled') },
        ]),
      ]}
      search={t('partners.search')}
      rowLabel={(partner) => partner.firmName}
      rowHref={(partner) => `/partner/edit?id=${partner._id}`}
      rowActions={actionsOf}
      empty={<EmptyState title={t('partners.emptyTitle')} body={t('partners.emptyBody')} />}
    />
  );
}

const actionsOf = (partner: Partner) => <PartnerActions partner={partner} />;

function AddLink() {
  const t = useText();
  return (
    <Button component={Link} to="/partner/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('partners.add')}
    </Button>
  );
}
