import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messageCalls, messageReceiptCalls } from '../../contract/message.ts';
import { messageRunCalls } from '../../contract/message-run.ts';
import { messageTemplateCalls } from '../../contract/message-template.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { listLoanMessages, listMessages } from './message-list.ts';
import { refuseUnproven, takeReceipts } from './message-receipts.ts';
import { cancelRun, createRun, listRuns, previewRun, readRun } from './message-run-service.ts';
import { previewMessage, retryMessage, sendMessage } from './message-service.ts';
import { changeTemplate, createTemplate, listTemplates, readTemplate } from './template-service.ts';

/** The bytes of a receipt, over which its signature goes. */
const rawBodies = new WeakMap<FastifyRequest, Buffer>();
const CHANNEL_OF = { sms: 'SMS', whatsapp: 'WHATSAPP' } as const;

function keep(request: FastifyRequest, body: Buffer): string {
  rawBodies.set(request, body);
  return body.toString('utf8');
}

/** Receipts come as JSON or as a form; a signature goes over the bytes as they came. */
function registerReceipts(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer | string) => {
        try {
          // Drops keys that would reach the prototype.
          return JSON.parse(keep(request, body as Buffer), (key, value: unknown) =>
            key === '__proto__' || key === 'constructor' ? undefined : value,
          ) as unknown;
        } catch {
          throw badInput('This is no JSON.');
        }
      },
    );
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer | string) =>
        Object.fromEntries(new URLSearchParams(keep(request, body as Buffer))),
    );
    serve(scope, context, messageReceiptCalls, {
      receiveMessageReceipt: async ({ params, body, request }) => {
        const channel = CHANNEL_OF[params.provider];
        const raw = rawBodies.get(request) ?? Buffer.alloc(0);
        refuseUnproven(context.settings.messages[channel], request.headers, raw);
        return takeReceipts(context, channel, body);
      },
    });
  });
}

/** Messages to borrowers: templates, single ones, sendings to many, delivery receipts (spec 7.6). */
export function registerMessageRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, messageCalls, {
    sendSms: ({ actor, body }) => sendMessage(context, actor, 'SMS', body),
    sendWhatsapp: ({ actor, body }) => sendMessage(context, actor, 'WHATSAPP', body),
    previewMessage: ({ actor, body }) => previewMessage(context, actor, body),
    listMessages: ({ actor, query }) => listMessages(context, actor, query),
    listLoanMessages: ({ actor, query }) => listLoanMessages(db, actor, query.loanId),
    retryMessage: ({ actor, params }) => retryMessage(context, actor, params.id),
  });
  serve(app, context, messageTemplateCalls, {
    listMessageTemplates: ({ actor, query }) => listTemplates(db, actor, query),
    getMessageTemplate: ({ actor, params }) => readTemplate(db, actor, params.id),
    createMessageTemplate: ({ actor, body }) => createTemplate(context, actor, body),
    changeMessageTemplate: ({ actor, params, body }) =>
      changeTemplate(context, actor, params.id, body),
  });
  serve(app, context, messageRunCalls, {
    previewMessageRun: ({ actor, body }) => previewRun(context, actor, body),
    createMessageRun: ({ actor, body }) => createRun(context, actor, body),
    listMessageRuns: ({ actor, query }) => listRuns(db, actor, query),
    getMessageRun: ({ actor, params }) => readRun(db, actor, params.id),
    cancelMessageRun: ({ actor, params }) => cancelRun(context, actor, params.id),
  });
  registerReceipts(app, context);
}
