import { Button } from '@mantine/core';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { ContactException } from '../../../contract/contact-record.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useOpenExceptions } from './contact-rules-queries.ts';
import classes from './contact-rules.module.css';

/** What agents ask for now, each allowed for an hour or refused by one button; nothing when nobody asks. */
export function OpenExceptions() {
  const t = useText();
  const open = useOpenExceptions(true).data?.data ?? [];
  if (open.length === 0) return null;
  return (
    <Panel title={t('contactRules.exceptions')}>
      <ul className={classes.list}>
        {open.map((exception) => (
          <OpenException key={exception._id} exception={exception} />
        ))}
      </ul>
    </Panel>
  );
}

/** One wish for an exception, with the two answers. */
export function OpenException({ exception }: { exception: ContactException }) {
  const t = useText();
  const decide = useCallCommand(contactGateCalls.decideException);
  const answer = (isGranted: boolean) =>
    whenDone(decide.mutateAsync({ params: { id: exception._id }, body: { isGranted } }), () =>
      showSuccess(t(isGranted ? 'contactRules.granted' : 'contactRules.refused')),
    );
  const { agentName: name, reason, rule } = exception;
  return (
    <li className={classes.line}>
      <span className={classes.words}>
        <strong>
          {exception.Customer_Name} · {exception.Loan_ID}
        </strong>
        <span>{t('contactRules.askedLine', { name, reason })}</span>
        <span className="rc-quiet-small">
          {t(`gate.${exception.channel}`)}
          {rule !== null && ` · ${t(`gate.${rule}`)}`} ·{' '}
          <RelativeTimeText value={exception.askedAt} />
        </span>
      </span>
      <span className="rc-row-8">
        <Button loading={decide.isPending} onClick={() => answer(true)}>
          {t('contactRules.grant')}
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => answer(false)}>
          {t('contactRules.refuse')}
        </Button>
      </span>
    </li>
  );
}
