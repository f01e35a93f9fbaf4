import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { clearInputDraft } from '../../offline/input-drafts.ts';
import type { LeftForm } from '../../offline/input-drafts.ts';
import { useLeftForms } from './outbox-queries.ts';

/** Forms that nobody came back to: what was typed is kept until the person finishes or discards it, never swept in silence. */
export function LeftFormsNotice() {
  const t = useText();
  const confirm = useConfirm();
  const { forms, again } = useLeftForms();
  if (forms.length === 0) return null;
  const discard = async ({ form }: LeftForm) => {
    const isSure = await confirm({
      title: t('outbox.leftFormDiscardTitle'),
      body: t('outbox.leftFormDiscardBody'),
      confirmLabel: t('outbox.leftFormDiscard'),
      isDangerous: true,
    });
    if (!isSure) return;
    await clearInputDraft(form);
    await again();
  };
  const nameOf = ({ keptAt }: LeftForm) =>
    keptAt === null ? t('common.open') : formatDayTime(keptAt);
  return (
    <Notice
      tone="warn"
      title={t('outbox.leftForms', { count: forms.length })}
      action={
        <div className="rc-stack-8">
          {forms.map((left) => (
            <div key={left.form} className="rc-row-8">
              <Button component={Link} to={left.path} variant="default" size="md">
                {nameOf(left)}
              </Button>
              <Button
                variant="subtle"
                size="md"
                aria-label={`${t('outbox.leftFormDiscard')}: ${nameOf(left)}`}
                onClick={() => void discard(left)}
              >
                {t('outbox.leftFormDiscard')}
              </Button>
            </div>
          ))}
        </div>
      }
    >
      {t('outbox.leftFormsBody')}
    </Notice>
  );
}
