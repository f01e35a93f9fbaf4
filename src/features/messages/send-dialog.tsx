import { SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { MessagePreview } from '../../../contract/message.ts';
import type { MessageState } from '../../../contract/message.ts';
import type { MessageChannel, MessageTemplate } from '../../../contract/message-template.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useReasonWords } from '../../components/message-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import type { SelectOption } from '../../components/select-field.tsx';
import { useLoanMessages } from '../../data/loan-messages.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { jobWords } from '../../lib/job-words.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { MessageBubble } from './message-bubble.tsx';
import { usePreview, useSendMessage, useUsableTemplates } from './message-queries.ts';
import classes from './messages.module.css';

/** A dialog that sends by text or WhatsApp; what it asks begins anew with the channel. */
export function ChannelDialog(props: {
  title: string;
  first: MessageChannel;
  onClose: () => void;
  children: (channel: MessageChannel) => ReactNode;
}) {
  const { title, first, onClose, children } = props;
  const t = useText();
  const [channel, setChannel] = useState(first);
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <div className={classes.form}>
        <SegmentedControl
          aria-label={t('fieldNames.channel')}
          fullWidth
          value={channel}
          onChange={setChannel}
          data={[
            { value: 'SMS', label: t('messages.SMS') },
            { value: 'WHATSAPP', label: t('messages.WHATSAPP') },
          ]}
        />
        {children(channel)}
      </div>
    </Dialog>
  );
}

/** Chooses a template for one borrower, shows what it says, and sends it; says beforehand when the rules forbid it. */
export function SendDialog(props: {
  loanId: string;
  channel: MessageChannel;
  onClose: () => void;
}) {
  const { loanId, channel: first, onClose } = props;
  const t = useText();
  return (
    <ChannelDialog title={t('messages.sendTitle')} first={first} onClose={onClose}>
      {(channel) => <SendForm key={channel} loanId={loanId} channel={channel} />}
    </ChannelDialog>
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
}

function SendForm(props: SendProps) {
  const t = useText();
  const templates = useUsableTemplates(props.channel, props.loanId);
  const options = useTemplateOptions(templates.data);
  const [first] = options;
  return (
    <Loaded of={templates} kind="form" rows={2}>
      {() =>
        first === undefined ? (
          <Notice tone="info" title={t('messages.noTemplates')} />
        ) : (
          <ChosenTemplate {...props} options={options} first={first.value} />
        )
      }
    </Loaded>
  );
}

const rules = z.object({ templateId: z.string(), number: z.string() });

interface Chosen {
  templateId: string;
  number: string | null;
}

function ChosenTemplate(props: SendProps & { options: readonly SelectOption[]; first: string }) {
  const t = useText();
  const { loanId, channel, options, first } = props;
  const [templateId, setTemplateId] = useState(first);
  // The rules count by number: one may be spent while another is not.
  const [number, setNumber] = useState<string>();
  const preview = usePreview({ templateId, number }, loanId);
  // Made once: a second press, or a repeat after a lost answer, is the same message.
  const [messageId] = useState(newId);
  const send = useSendMessage(channel);
  const numbers = preview.data?.numbers ?? NO_NUMBERS;
  const isReady =
    numbers.length > 0 &&
    !preview.isPlaceholderData &&
    preview.data?.isAllowed === true &&
    preview.data.missing.length === 0;
  const defaults: Chosen = { templateId: first, number: null };
  return (
    <FormInDialog
      name="messages.send"
      rules={rules}
      defaults={defaults}
      hasLeavePrompt={false}
      save={(chosen) =>
        send.mutateAsync({
          _id: messageId,
          loanId,
          ...chosen,
          version: preview.data?.version ?? undefined,
        })
      }
      done={t(channel === 'SMS' ? 'toasts.smsSent' : 'toasts.whatsAppSent')}
      submitLabel={t(channel === 'SMS' ? 'messages.sendSms' : 'messages.sendWhatsApp')}
      icon={<IconSend size={16} aria-hidden />}
      isSubmitDisabled={!isReady}
    >
      <SelectField
        name="templateId"
        text="messages.template"
        options={options}
        onChanged={(next) => setTemplateId(String(next))}
        isRequired={false}
      />
      <NumberChoice numbers={numbers} onChanged={setNumber} />
      <LastFailure loanId={loanId} channel={channel} />
      {preview.isError && (
        <LoadProblem error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && <ShownPreview preview={preview.data} channel={channel} />}
    </FormInDialog>
  );
}

const NO_NUMBERS: readonly string[] = [];

/** Which of the borrower's numbers; the first unless another is chosen. */
function NumberChoice(props: { numbers: readonly string[]; onChanged: (number: string) => void }) {
  const { numbers, onChanged } = props;
  const { getValues, setValue } = useFormContext<Chosen>();
  useEffect(() => {
    if (!numbers.includes(getValues('number') ?? '')) setValue('number', numbers[0] ?? null);
  }, [numbers, getValues, setValue]);
  if (numbers.length < 2) return null;
  return (
    <SelectField
      name="number"
      text="words.number"
      options={numbers.map((one) => ({ value: one, label: formatPhone(one) }))}
      onChanged={(next) => onChanged(String(next))}
      isRequired={false}
    />
  );
}

/** States that say nothing of whether a number takes messages: on its way, kept back, or nobody knows. */
const UNTOLD: ReadonlySet<MessageState> = new Set(['QUEUED', 'SENDING', 'UNKNOWN', 'REFUSED']);

/** Says that the newest message to the chosen number whose fate is known did not arrive, and why: another may not either. */
function LastFailure({ loanId, channel }: SendProps) {
  const t = useText();
  const number = useWatch<Chosen, 'number'>({ name: 'number' });
  const messages = useLoanMessages(loanId);
  const last = messages.data?.find(
    (one) => one.channel === channel && one.number === number && !UNTOLD.has(one.state),
  );
  if (last?.state !== 'FAILED') return null;
  return (
    <Notice tone="warn" title={t('messages.lastFailed', { time: formatDayTime(last.createdAt) })}>
      {last.error !== null && jobWords(last.error)}
    </Notice>
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
