import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import type { Role } from '../../../contract/roles.ts';
import { EmptyState } from '../../components/screen-state.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { kindOf } from './outbox-filter.tsx';
import type { OutboxKind } from './outbox-filter.tsx';
import { OutboxItemCard } from './outbox-item-card.tsx';
import type { ShownItem } from './outbox-queries.ts';
import classes from './outbox-screen.module.css';

/** Cards drawn at once; the next ones come by a button. */
const AT_ONCE = 30;

/** The items of one kind, or of all in groups: what needs the person, what waits, what was sent lately. */
export function OutboxList({
  items,
  kind,
  role,
}: {
  items: readonly ShownItem[];
  kind: OutboxKind;
  role: Role;
}) {
  const t = useText();
  const of = (wanted: OutboxKind) => items.filter((item) => kindOf(item) === wanted);
  const unsent = items.filter((item) => item.state !== 'sent');
  if (kind !== 'all') {
    const some = of(kind);
    if (some.length === 0) return <EmptyState title={t('outbox.nothingOfKind')} />;
    return <Group key={kind} title={t(`outbox.filters.${kind}`)} items={some} role={role} />;
  }
  return (
    <>
      {unsent.length === 0 && (
        <EmptyState
          icon={<IconChecks size={24} stroke={1.6} />}
          title={t('outbox.allSentTitle')}
          body={t('outbox.allSentBody')}
        />
      )}
      <Group title={t('outbox.attentionGroup')} items={of('attention')} role={role} />
      <Group title={t('outbox.filters.waiting')} items={of('waiting')} role={role} />
      <Group title={t('outbox.sentGroup')} items={of('sent')} role={role} />
    </>
  );
}

function Group(props: { title: string; items: readonly ShownItem[]; role: Role }) {
  const t = useText();
  const { title, items, role } = props;
  const [shown, setShown] = useState(AT_ONCE);
  if (items.length === 0) return null;
  const rest = items.length - shown;
  const pathOf = (item: ShownItem) =>
    role === 'FIELD_AGENT' && item.customerName !== null
      ? `/field-agent/loan?id=${item.loanId}`
      : null;
  return (
    <section aria-label={title}>
      <h2 className={classes.group}>
        {title}
        <span className={classes.count}>{formatCount(items.length)}</span>
      </h2>
      <ul className="rc-stack-10 rc-plain-list">
        {items.slice(0, shown).map((item) => (
          <OutboxItemCard key={item.opId} item={item} loanPath={pathOf(item)} />
        ))}
      </ul>
      {rest > 0 && (
        <Button mt={10} fullWidth variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          {t('outbox.showMore', { count: Math.min(rest, AT_ONCE) })}
        </Button>
      )}
    </section>
  );
}
