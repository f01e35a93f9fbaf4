import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { recoveryModelCalls as calls } from '../../../contract/recovery-model.ts';
import type { RecoveryModel } from '../../../contract/recovery-model.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import { mayCall } from '../../data/may-call.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './predictions.module.css';

const TONES: Readonly<Record<RecoveryModel['state'], Tone>> = {
  WAITING: 'quiet',
  TRAINING: 'info',
  TRIED: 'quiet',
  FAILED: 'danger',
};

/** The models, the newest first: what became of each, and going back to one. */
export function ModelList(props: {
  models: readonly RecoveryModel[];
  shownId: string | null;
  onShow: (id: string) => void;
}) {
  return (
    <ul className="rc-plain-list">
      {props.models.map((model) => (
        <ModelRow
          key={model._id}
          model={model}
          isShown={model._id === props.shownId}
          onShow={() => props.onShow(model._id)}
        />
      ))}
    </ul>
  );
}

function ModelRow(props: { model: RecoveryModel; isShown: boolean; onShow: () => void }) {
  const { model, isShown, onShow } = props;
  const t = useText();
  const { card, problem, isUsed, state } = model;
  return (
    <li className={classes.model}>
      <div className={classes.modelWords}>
        <strong>{t('recoveryModel.version', { version: String(model.version) })}</strong>
        {isUsed ? (
          <StatusChip tone="good" label={t('recoveryModel.used')} />
        ) : (
          <StatusChip tone={TONES[state]} label={t(`recoveryModel.states.${state}`)} />
        )}
        <span className={classes.modelFacts}>
          {[
            formatDayTime(model.finishedAt ?? model.createdAt),
            model.askedBy,
            card?.model.auc != null && `AUC ${card.model.auc.toFixed(3)}`,
            card?.model.brier != null && `Brier ${card.model.brier.toFixed(4)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {problem !== null && !isUsed && (
          <span className={classes.modelFacts}>{t(`recoveryModel.problems.${problem}`)}</span>
        )}
      </div>
      {card && <ModelActions model={model} isShown={isShown} onShow={onShow} />}
    </li>
  );
}

function ModelActions(props: { model: RecoveryModel; isShown: boolean; onShow: () => void }) {
  const { model, isShown, onShow } = props;
  const t = useText();
  const version = String(model.version);
  const file = useCallDownload(calls.exportModelCard);
  const use = useCallCommand(calls.chooseRecoveryModel, {
    onDone: () => showSuccess(t('recoveryModel.useDone', { version })),
  });
  const params = { id: model._id };
  const handleUse = async () => {
    const isSure = await confirmAction({
      body: t('recoveryModel.useBody', { version }),
      confirmLabel: t('recoveryModel.use'),
    });
    if (isSure) use.mutate({ params });
  };
  const icon = <IconDownload size={16} aria-hidden />;
  const mayUse = mayCall(calls.chooseRecoveryModel) && !model.isUsed && model.problem !== 'LEAK';
  return (
    <div className="rc-row-8">
      <Button variant="subtle" size="sm" disabled={isShown} onClick={onShow}>
        {t(isShown ? 'recoveryModel.shown' : 'recoveryModel.show')}
      </Button>
      {(['xlsx', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="subtle"
          size="sm"
          leftSection={icon}
          loading={file.isPending}
          onClick={() => file.mutate({ params, query: { format } })}
        >
          {t(format === 'xlsx' ? 'recoveryModel.cardXlsx' : 'recoveryModel.cardJson')}
        </Button>
      ))}
      {mayUse && (
        <Button
          variant="default"
          size="sm"
          loading={use.isPending}
          onClick={() => void handleUse()}
        >
          {t('recoveryModel.use')}
        </Button>
      )}
    </div>
  );
}
