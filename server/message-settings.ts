import { z } from 'zod';

/** What an operator may set of a channel's provider; the names behind `MESSAGE_SMS_` and `MESSAGE_WHATSAPP_`. */
export interface MessageProviderSettings {
  /** Where a message is posted to. */
  readonly url: string;
  /** Headers of the request, secrets among them: never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request's body with {to} {number} {text} {id} {templateId} {sender} {language}. */
  readonly body: string;
  /** Where the answer has the provider's id, such as `messages.0.id`; null: it is not kept. */
  readonly idPath: string | null;
  /** The provider knows a message again by its id: what is uncertain may be sent again. */
  readonly isIdempotent: boolean;
  /** Milliseconds until no answer counts as one. */
  readonly timeoutMs: number;
}

/** Where a receipt has what, as paths such as `data.status`. */
export interface ReceiptFields {
  readonly id: string;
  readonly providerId: string;
  readonly state: string;
  readonly error: string;
}

/** One channel of messages: its provider (null: messages are recorded here and leave for nowhere) and its receipts. */
export interface MessageChannelSettings {
  readonly provider: MessageProviderSettings | null;
  /** Proves delivery receipts; null: none are taken. */
  readonly receiptSecret: string | null;
  readonly receiptFields: ReceiptFields;
  /** The provider's words of a state, lower case, and ours. */
  readonly receiptStates: Readonly<Record<string, string>>;
}

/** The settings of all channels. */
export type MessageSettings = Readonly<Record<'SMS' | 'WHATSAPP', MessageChannelSettings>>;

const DEFAULT_BODY =
  '{"to":"{to}","text":"{text}","id":"{id}","templateId":"{templateId}","sender":"{sender}"}';

const DEFAULT_FIELDS: ReceiptFields = {
  id: 'id',
  providerId: 'providerId',
  state: 'state',
  error: 'error',
};

const textRecord = z.record(z.string(), z.string());

function jsonOf<S extends z.ZodType>(schema: S, error: string) {
  return z
    .string()
    .transform((text, context): z.output<S> => {
      try {
        const parsed = schema.safeParse(JSON.parse(text));
        if (parsed.success) return parsed.data;
      } catch {
        // Told below, in the same words.
      }
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    })
    .optional();
}

function isProviderUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const headersSchema = textRecord.refine((headers) =>
  Object.entries(headers).every(
    ([name, value]) => headerName.test(name) && /^[\t\x20-\x7e]*$/.test(value),
  ),
);

const seconds = { error: 'must be seconds from 1 to 60' };

/** One channel's variables, without their prefix. */
const channelVariables = z
  .object({
    URL: z.string().refine(isProviderUrl, 'must look like https://sms.example/send').optional(),
    HEADERS: jsonOf(
      headersSchema,
      'must be a JSON object of header names and values, such as {"Authorization":"Bearer ..."}',
    ),
    BODY: z
      .string()
      .refine((text) => text.includes('{text}') && /\{(to|number)\}/.test(text), {
        error: 'must contain {to} (or {number}) and {text}',
      })
      .default(DEFAULT_BODY),
    ID_PATH: z.string().max(200).optional(),
    IDEMPOTENT: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
    TIMEOUT: z.coerce.number(seconds).min(1, seconds).max(60, seconds).default(15),
    RECEIPT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    RECEIPT_FIELDS: jsonOf(
      z
        .object({ id: z.string(), providerId: z.string(), state: z.string(), error: z.string() })
        .partial(),
      'must be a JSON object such as {"id":"ref","state":"data.status"}',
    ),
    RECEIPT_STATES: jsonOf(
      z.record(z.string(), z.enum(['SENT', 'DELIVERED', 'READ', 'FAILED'])),
      'must be a JSON object such as {"DELIVRD":"DELIVERED"}',
    ),
  })
  .refine(({ HEADERS, URL: address }) => HEADERS === undefined || address !== undefined, {
    path: ['HEADERS'],
    error: 'needs the URL of the same channel too',
  });

const channelSchema = channelVariables.transform((given): MessageChannelSettings => {
  const states = Object.entries(given.RECEIPT_STATES ?? {});
  const fields = Object.entries(given.RECEIPT_FIELDS ?? {}).filter(([, path]) => path);
  return {
    provider:
      given.URL === undefined
        ? null
        : {
            url: given.URL,
            headers: given.HEADERS ?? {},
            body: given.BODY,
            idPath: given.ID_PATH ?? null,
            isIdempotent: given.IDEMPOTENT === '1',
            timeoutMs: given.TIMEOUT * 1000,
          },
    receiptSecret: given.RECEIPT_SECRET ?? null,
    receiptFields: { ...DEFAULT_FIELDS, ...Object.fromEntries(fields) },
    receiptStates: Object.fromEntries(states.map(([word, state]) => [word.toLowerCase(), state])),
  };
});

function readChannel(
  env: Readonly<Record<string, unknown>>,
  channel: keyof MessageSettings,
  tell: (setting: string, message: string) => void,
): MessageChannelSettings {
  const prefix = `MESSAGE_${channel}_`;
  const own = Object.entries(env)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const);
  const parsed = channelSchema.safeParse(Object.fromEntries(own));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) tell(prefix + String(path[0]), message);
  return channelSchema.parse({});
}

/** Reads the environment variables of messages, to be parsed beside the others. */
export const messageEnvironment = z
  .record(z.string(), z.unknown())
  .transform((env, context): { messages: MessageSettings } => {
    const tell = (setting: string, message: string) =>
      context.addIssue({ code: 'custom', path: [setting], message });
    return {
      messages: {
        SMS: readChannel(env, 'SMS', tell),
        WHATSAPP: readChannel(env, 'WHATSAPP', tell),
      },
    };
  });

const CHANNELS = ['SMS', 'WHATSAPP'] as const;

/** The names of all settings of messages. */
export const MESSAGE_NAMES: readonly string[] = CHANNELS.flatMap((channel) =>
  Object.keys(channelVariables.shape).map((name) => `MESSAGE_${channel}_${name}`),
);

/** Settings whose value is not repeated in a message about it. */
export const SECRET_MESSAGE_SETTING = /^MESSAGE_.*(HEADERS|BODY|SECRET)$/;
