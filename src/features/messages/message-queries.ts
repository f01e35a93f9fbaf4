import type { BodyOf, QueryOf } from '../../../contract/call.ts';
import { clientCalls } from '../../../contract/client.ts';
import { messageCalls } from '../../../contract/message.ts';
import { messageRunCalls } from '../../../contract/message-run.ts';
import type { MessageRun, MessageRunChoice } from '../../../contract/message-run.ts';
import { messageTemplateCalls } from '../../../contract/message-template.ts';
import type { MessageChannel } from '../../../contract/message-template.ts';
import { useBodyCommand, useCommand } from '../../data/call-command.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { LIVE_MS, whileOnTheWay } from '../../data/loan-messages.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

const LONG_MS = 60_000;
/** Thousands of loans are looked at before the answer. */
const timeoutMs = 60_000;

/** What narrows the list of messages. */
export type MessageQuery = QueryOf<typeof messageCalls.listMessages>;

/** A new template. */
export type TemplateBody = BodyOf<typeof messageTemplateCalls.createMessageTemplate>;

/** A template's next version. */
export type TemplateChange = BodyOf<typeof messageTemplateCalls.changeMessageTemplate>;

/** A template and the loans it goes to. */
export interface RunDraft {
  templateId: string;
  choice: MessageRunChoice;
}

/** A page of messages; read again by itself while one of them is on its way. */
export function useMessages(query: MessageQuery) {
  return useCallQuery(
    messageCalls.listMessages,
    { query },
    { keepsPrevious: true, refetchInterval: whileOnTheWay },
  );
}

/** The templates in use that can be sent: by channel, and those that fit a loan. */
export function useUsableTemplates(channel: MessageChannel, loanId?: string) {
  const query = {
    channel,
    active: 'yes' as const,
    ...(loanId !== undefined && { loanId }),
  };
  return useCallQuery(
    messageTemplateCalls.listMessageTemplates,
    { query },
    { staleTime: LONG_MS, isWhole: true, select: ({ data }) => data },
  );
}

/** What a template, or a text that is being written, says of a loan; nothing is asked without either. */
export function usePreview(
  given:
    | { templateId: string; number?: string | undefined }
    | { body: string; channel: MessageChannel }
    | null,
  loanId?: string,
) {
  const isEmpty = given === null || ('body' in given && given.body.trim() === '');
  return useCallQuery(
    messageCalls.previewMessage,
    isEmpty ? null : { body: { ...given, ...(loanId !== undefined && { loanId }) } },
    { keepsPrevious: true, gcTime: 0 },
  );
}

/** Whether the person logged in may read lenders, to give a template to one of them. */
const readsClients = () => ['ADMIN', 'SUPER_ADMIN'].includes(storedUser()?.role ?? '');

/** Lenders that a template may be for. */
export function useClientOptions() {
  return useCallQuery(
    clientCalls.listClients,
    { query: {} },
    {
      isWhole: true,
      enabled: readsClients(),
      staleTime: LONG_MS,
      select: ({ data }) => data.map((row) => ({ value: row._id, label: row.Client_Name })),
    },
  );
}

const changes = ['messages'] as const;

/** Sends a template to a loan's borrower; a repeat under the same id is the same message. */
export function useSendMessage(channel: MessageChannel) {
  return useBodyCommand(channel === 'SMS' ? messageCalls.sendSms : messageCalls.sendWhatsapp);
}

/** Who would get a message of a sending, and who not. */
export function usePreviewRun() {
  return useCommand((body: RunDraft) =>
    server.call(messageRunCalls.previewMessageRun, { body }, { timeoutMs }),
  );
}

/** Begins a sending to many. */
export function useCreateRun() {
  return useBodyCommand(messageRunCalls.createMessageRun, { timeoutMs });
}

/** Whether a sending is still being queued or sent: it can be stopped. */
export const isOnTheWay = ({ state, waiting }: MessageRun): boolean =>
  state === 'QUEUEING' || waiting > 0;

/** A page of sendings to many; read again by itself while one is on its way. */
export function useRuns(page: number, enabled: boolean) {
  return useCallQuery(
    messageRunCalls.listMessageRuns,
    { query: { page } },
    {
      enabled,
      keepsPrevious: true,
      refetchInterval: whileMoving(LIVE_MS, ({ data }) => data.some(isOnTheWay)),
    },
  );
}

/** Adds a template (id null) or writes its next version; refusals are left to the form. */
export function useSaveTemplate() {
  return useCommand(
    async (given: { id: null; body: TemplateBody } | { id: string; body: TemplateChange }) =>
      given.id === null
        ? server.call(messageTemplateCalls.createMessageTemplate, { body: given.body })
        : server.call(messageTemplateCalls.changeMessageTemplate, {
            params: { id: given.id },
            body: given.body,
          }),
    { changes, readsAgain: 'done', isQuiet: true },
  );
}
