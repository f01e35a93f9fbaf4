import { Button, Modal, SegmentedControl, Select } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { MessagePreview } from '../../../contract/message.ts';
import type { MessageChannel, MessageTemplate } from '../../../contract/message-template.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useReasonWords } from '../../components/message-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import type { SelectOption } from '../../components/select-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { MessageBubble } from './message-bubble.tsx';
import { usePreview, useSendMessage, useUsableTemplates } from './message-queries.ts';
import classes from './messages.module.css';

/** More templates than this can be searched by typing. */
const SEARCH_FROM = 8;

/** Chooses a template for one borrower, shows what it says, and sends it; says beforehand when the rules forbid it. */
export function SendDialog(props: {
  loanId: string;
  channel: MessageChannel;
  onClose: () => void;
}) {
  const t = useText();
  useFocusReturn();
  const [channel, setChannel] = useState(props.channel);
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="lg"
      title={t('messages.sendTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.form}>
        <SegmentedControl
          aria-label={t('messages.channel')}
          fullWidth
          value={channel}
          onChange={setChannel}
          data={[
            { value: 'SMS', label: t('messages.SMS') },
            { value: 'WHATSAPP', label: t('messages.WHATSAPP') },
          ]}
        />
        <SendForm key={channel} {...props} channel={channel} />
      </div>
    </Modal>
  );
}

/** How a template is offered: its name with its language. */
export function useTemplateOptions(templates: readonly MessageTemplate[] | undefined) {
  const t = useText();
  return (templates ?? []).map((template) => ({
    value: template._id,
    label: `${template.name} · ${t(`messages.languages.${template.language}`)}`,
  }));
}

interface SendProps {
  loanId: string;
  channel: MessageChannel;
  onClose: () => void;
}

function SendForm(props: SendProps) {
  const t = useText();
  const templates = useUsableTemplates(props.channel, props.loanId);
  const options = useTemplateOptions(templates.data);
  if (templates.isError) {
    return <LoadProblem error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  if (templates.data === undefined) return <LoadingState kind="form" rows={2} />;
  const [first] = options;
  if (first === undefined) return <Notice tone="info" title={t('messages.noTemplates')} />;
  return <ChosenTemplate {...props} options={options} first={first.value} />;
}

/** What is chosen, what it says, and the sending of just that. */
function useChosen({ loanId, channel, onClose }: SendProps, first: string) {
  const t = useText();
  const [templateId, setTemplateId] = useState(first);
  const preview = usePreview({ templateId }, loanId);
  const [asked, setAsked] = useState<string | null>(null);
  // Made once: a second press, or a repeat after a lost answer, is the same message.
  const [messageId] = useState(newId);
  const send = useSendMessage(channel);
  const numbers = preview.data?.numbers ?? [];
  const number = asked ?? numbers[0] ?? null;
  const isReady =
    number !== null &&
    !preview.isPlaceholderData &&
    preview.data?.isAllowed === true &&
    preview.data.missing.length === 0;
  const submit = () => {
    if (!isReady) return;
    send.mutate(
      { _id: messageId, loanId, templateId, number },
      {
        onSuccess: () => {
          showSuccess(t(channel === 'SMS' ? 'toasts.smsSent' : 'toasts.whatsAppSent'));
          onClose();
        },
      },
    );
  };
  return {
    templateId,
    setTemplateId,
    preview,
    numbers,
    number,
    setNumber: setAsked,
    isReady,
    submit,
    isSending: send.isPending,
  };
}

function ChosenTemplate(props: SendProps & { options: readonly SelectOption[]; first: string }) {
  const t = useText();
  const { channel, options } = props;
  const chosen = useChosen(props, props.first);
  const { preview, numbers } = chosen;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        chosen.submit();
      }}
    >
      <Select
        label={t('messages.template')}
        data={[...options]}
        searchable={options.length > SEARCH_FROM}
        allowDeselect={false}
        value={chosen.templateId}
        onChange={(next) => next !== null && chosen.setTemplateId(next)}
        data-autofocus
      />
      {numbers.length > 1 && (
        <Select
          label={t('messages.number')}
          data={numbers.map((one) => ({ value: one, label: formatPhone(one) }))}
          allowDeselect={false}
          value={chosen.number}
          onChange={chosen.setNumber}
        />
      )}
      {preview.isError && (
        <LoadProblem error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && <ShownPreview preview={preview.data} channel={channel} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          leftSection={<IconSend size={16} aria-hidden />}
          disabled={!chosen.isReady}
          loading={chosen.isSending}
        >
          {t(channel === 'SMS' ? 'messages.sendSms' : 'messages.sendWhatsApp')}
        </Button>
      </div>
    </form>
  );
}

function ShownPreview({ preview, channel }: { preview: MessagePreview; channel: MessageChannel }) {
  const t = useText();
  const words = useReasonWords();
  const { missing, isAllowed, reason, until, numbers } = preview;
  return (
    <>
      {numbers.length === 0 && <Notice tone="warn" title={t('messages.noNumber')} />}
      {missing.length > 0 && (
        <Notice tone="warn" title={t('messages.missing', { names: missing.join(', ') })} />
      )}
      {!isAllowed && (
        <Notice tone="warn" title={t('messages.notNow', { reason: words(reason ?? 'NO') })}>
          {until !== null && t('messages.until', { time: formatDayTime(until) })}
        </Notice>
      )}
      <MessageBubble text={preview.text} channel={channel} />
    </>
  );
}
