import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { dataInsightCalls } from '../../../contract/data-insight.ts';
import type { InsightDetail } from '../../../contract/data-insight.ts';
import { CheckField } from '../../components/check-field.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/form-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { daysBetween, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Whether a person may change a file. */
const mayChange = (insight: InsightDetail, { role }: LoggedInUser): boolean =>
  insight.isOwn || role === 'ADMIN' || role === 'SUPER_ADMIN';

/** What its owner does with a file: change it, or remove it. */
export function InsightActions({ insight, user }: { insight: InsightDetail; user: LoggedInUser }) {
  const t = useText();
  const navigate = useNavigate();
  const [isChanging, setChanging] = useState(false);
  const remove = useCallCommand(dataInsightCalls.removeInsight, {
    gone: ({ params }) => [params.id],
    onDone: () => {
      showSuccess(t('dataInsights.removed'));
      void navigate('/data-insights');
    },
  });
  if (!mayChange(insight, user)) return null;
  const handleRemove = async () => {
    const isSure = await confirmAction({
      body: t('dataInsights.removeBody', { name: insight.name }),
      confirmLabel: t('common.delete'),
      isDangerous: true,
    });
    if (isSure) remove.mutate({ params: { id: insight._id } });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setChanging(true)}
      >
        {t('words.change')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        loading={remove.isPending}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void handleRemove()}
      >
        {t('common.delete')}
      </Button>
      {isChanging && <ChangeDialog insight={insight} onClose={() => setChanging(false)} />}
    </>
  );
}

function ChangeDialog({ insight, onClose }: { insight: InsightDetail; onClose: () => void }) {
  const t = useText();
  const change = useCallCommand(dataInsightCalls.changeInsight, { isQuiet: true });
  const left = Math.max(1, daysBetween(today(), today(insight.expiresAt)));
  return (
    <DialogForm
      name="dataInsights.change"
      title={t('words.change')}
      rules={dataInsightCalls.changeInsight.body}
      defaults={{
        name: insight.name,
        isShared: insight.isShared,
        keptDays: left,
        revision: insight.revision,
      }}
      save={(body) => change.mutateAsync({ params: { id: insight._id }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <TextField name="name" text="words.name" />
      <NumberField name="keptDays" text="dataInsights.keptDays" />
      <CheckField name="isShared" label={t('dataInsights.share')} />
    </DialogForm>
  );
}
