import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import type { CallInput } from '../../../contract/call.ts';
import { messageCalls } from '../../../contract/message.ts';
import { messageRunCalls } from '../../../contract/message-run.ts';
import type { MessageRunChoice } from '../../../contract/message-run.ts';
import { messageTemplateCalls } from '../../../contract/message-template.ts';
import type { MessageChannel } from '../../../contract/message-template.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

/** Also the key under which loans' histories read their messages. */
const KEY = 'messages';
const MOST_OFFERED = 200;
/** While something is on its way its state is looked for this often. */
const LIVE_MS = 3000;
const LONG_MS = 60_000;
/** Thousands of loans are looked at before the answer. */
const RUN_TIMEOUT_MS = 60_000;

/** What narrows the list of messages. */
export type MessageQuery = NonNullable<CallInput<typeof messageCalls.listMessages>['query']>;
/** What narrows the list of templates. */
export type TemplateQuery = NonNullable<
  CallInput<typeof messageTemplateCalls.listMessageTemplates>['query']
>;
/** A new template. */
export type TemplateBody = CallInput<typeof messageTemplateCalls.createMessageTemplate>['body'];
/** A template's next version. */
export type TemplateChange = CallInput<typeof messageTemplateCalls.changeMessageTemplate>['body'];
/** A template and the loans it goes to. */
export interface RunDraft {
  templateId: string;
  choice: MessageRunChoice;
}

const ON_THE_WAY: ReadonlySet<string> = new Set(['QUEUED', 'SENDING']);

/** A page of messages; read again by itself while one of them is on its way. */
export function useMessages(query: MessageQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => server.call(messageCalls.listMessages, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((message) => ON_THE_WAY.has(message.state)) === true ? LIVE_MS : false,
  });
}

/** A page of templates. */
export function useTemplates(query: TemplateQuery) {
  return useQuery({
    queryKey: [KEY, 'templates', query],
    queryFn: ({ signal }) =>
      server.call(messageTemplateCalls.listMessageTemplates, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The templates in use that can be sent: by channel, and those that fit a loan. */
export function useUsableTemplates(channel: MessageChannel, loanId?: string) {
  return useQuery({
    queryKey: [KEY, 'templates', 'usable', channel, loanId],
    queryFn: ({ signal }) =>
      server.call(
        messageTemplateCalls.listMessageTemplates,
        {
          query: {
            channel,
            active: 'yes',
            pageSize: MOST_OFFERED,
            ...(loanId !== undefined && { loanId }),
          },
        },
        { signal },
      ),
    staleTime: LONG_MS,
    select: (answer) => answer.data,
  });
}

/** One template with its versions. */
export function useTemplate(id: string) {
  return useQuery({
    queryKey: [KEY, 'template', id],
    queryFn: ({ signal }) =>
      server.call(messageTemplateCalls.getMessageTemplate, { params: { id } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** What a template, or a text that is being written, says of a loan; nothing is asked without either. */
export function usePreview(
  given: { templateId: string } | { body: string; channel: MessageChannel } | null,
  loanId?: string,
) {
  return useQuery({
    queryKey: [KEY, 'preview', given, loanId],
    queryFn: ({ signal }) =>
      server.call(
        messageCalls.previewMessage,
        { body: { ...given, ...(loanId !== undefined && { loanId }) } },
        { signal },
      ),
    enabled: given !== null && (!('body' in given) || given.body.trim() !== ''),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Whether the person logged in may read lenders, to give a template to one of them. */
const readsClients = () => ['ADMIN', 'SUPER_ADMIN'].includes(storedUser()?.role ?? '');

/** Lenders that a template may be for. */
export function useClientOptions() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) =>
      server.call(clientCalls.listClients, { query: { pageSize: MOST_OFFERED } }, { signal }),
    enabled: readsClients(),
    staleTime: LONG_MS,
    select: (answer) =>
      answer.data.map((client) => ({ value: client._id, label: client.Client_Name })),
  });
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
}

/** Sends a template to a loan's borrower; a repeat under the same id is the same message. */
export function useSendMessage(channel: MessageChannel) {
  const onSuccess = useRefresh();
  const call = channel === 'SMS' ? messageCalls.sendSms : messageCalls.sendWhatsapp;
  return useMutation({
    mutationFn: (body: { _id: string; loanId: string; templateId: string; number: string }) =>
      server.call(call, { body }),
    onSuccess,
  });
}

/** Queues a message once more that failed. */
export function useRetryMessage() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => server.call(messageCalls.retryMessage, { params: { id } }),
    onSuccess,
  });
}

/** Who would get a message of a sending, and who not. */
export function usePreviewRun() {
  return useMutation({
    mutationFn: (body: RunDraft) =>
      server.call(messageRunCalls.previewMessageRun, { body }, { timeoutMs: RUN_TIMEOUT_MS }),
  });
}

/** Begins a sending to many. */
export function useCreateRun() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: RunDraft & { _id: string }) =>
      server.call(messageRunCalls.createMessageRun, { body }, { timeoutMs: RUN_TIMEOUT_MS }),
    onSuccess,
  });
}

/** A page of sendings to many; read again by itself while one is in work. */
export function useRuns(page: number, isEnabled: boolean) {
  return useQuery({
    queryKey: [KEY, 'runs', page],
    queryFn: ({ signal }) =>
      server.call(messageRunCalls.listMessageRuns, { query: { page } }, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((run) => run.state === 'QUEUEING') === true ? LIVE_MS : false,
  });
}

/** Stops a sending. */
export function useStopRun() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => server.call(messageRunCalls.cancelMessageRun, { params: { id } }),
    onSuccess,
  });
}

/** Adds a template (id null) or writes its next version; refusals are left to the form. */
export function useSaveTemplate() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: async (
      given: { id: null; body: TemplateBody } | { id: string; body: TemplateChange },
    ) =>
      given.id === null
        ? server.call(messageTemplateCalls.createMessageTemplate, { body: given.body })
        : server.call(messageTemplateCalls.changeMessageTemplate, {
            params: { id: given.id },
            body: given.body,
          }),
    meta: { isQuiet: true },
    onSuccess,
  });
}
