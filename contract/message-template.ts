import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { PLACEHOLDERS, hasBracesInPairs } from './message-text.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** How a message goes out. */
export const MESSAGE_CHANNELS = ['SMS', 'WHATSAPP'] as const;
export const messageChannelSchema = z.enum(MESSAGE_CHANNELS);

/** How a message goes out. */
export type MessageChannel = z.infer<typeof messageChannelSchema>;

/** The languages a template may be written in. */
export const MESSAGE_LANGUAGES = [
  'en',
  'hi',
  'mr',
  'gu',
  'bn',
  'ta',
  'te',
  'kn',
  'ml',
  'pa',
  'or',
  'ur',
] as const;

/** A language that a template may be written in. */
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];
const languageSchema = z.enum(MESSAGE_LANGUAGES, says('not-a-choice'));

/** The longest text of a template, before its placeholders are filled in; and of a message. */
export const MESSAGE_TEXT_MAX = 1600;

const bodySchema = textSchema(MESSAGE_TEXT_MAX)
  .min(1)
  .refine(hasBracesInPairs, says('loose-brace'));
const registeredIdSchema = textSchema(100).nullable().default(null);
const senderSchema = textSchema(30).nullable().default(null);

/** One text of one channel and language. */
export const messageTemplateSchema = z.object({
  _id: idSchema,
  /** Null: for every lender. */
  clientId: idSchema.nullable(),
  Client_Name: z.string().nullable(),
  channel: messageChannelSchema,
  language: languageSchema,
  name: z.string(),
  body: z.string(),
  /** What the regulator (DLT) or WhatsApp registered the text under. */
  registeredId: z.string().nullable(),
  /** The sender's header that borrowers see. */
  sender: z.string().nullable(),
  version: z.int(),
  isActive: z.boolean(),
  /** The caller may change it. */
  canEdit: z.boolean(),
  updatedAt: instantSchema,
});

/** One text of one channel and language. */
export type MessageTemplate = z.infer<typeof messageTemplateSchema>;

/** A new template, or what it becomes with its next version. */
export const messageTemplateInputSchema = z.object({
  clientId: idSchema.nullable().default(null),
  channel: messageChannelSchema,
  language: languageSchema,
  name: textSchema(80).min(1, says('name-missing')),
  body: bodySchema,
  registeredId: registeredIdSchema,
  sender: senderSchema,
});

const changeSchema = z.object({
  /** The version the caller saw: 409 when there is a newer one. */
  version: z.int(),
  name: messageTemplateInputSchema.shape.name,
  body: bodySchema,
  registeredId: registeredIdSchema,
  sender: senderSchema,
  isActive: z.boolean(),
});

const versionSchema = z.object({
  version: z.int(),
  body: z.string(),
  registeredId: z.string().nullable(),
  sender: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantSchema,
});

const byId = z.object({ id: idSchema });
const writers = {
  roles: [...ADMINS, 'CLIENT_ADMIN'],
} as const;

/** Templates of messages to borrowers (issue "The call floor"; the calls are ours). */
export const messageTemplateCalls = callsOf('messages', {
  listMessageTemplates: {
    ...writers,
    method: 'GET',
    path: '/message-templates',
    summary: 'Templates the caller may use, by name; with a loan: those that fit its lender.',
    roles: [...ADMINS, 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    query: z.object({
      ...pageQueryFields,
      search: textSchema(100).optional(),
      channel: messageChannelSchema.optional(),
      language: languageSchema.optional(),
      clientId: idSchema.optional(),
      loanId: idSchema.optional(),
      /** `no`: those that are not used any more. */
      active: z.enum(['yes', 'no']).optional(),
    }),
    answer: pageOf(messageTemplateSchema),
  },
  getMessageTemplate: {
    ...writers,
    method: 'GET',
    path: '/message-templates/:id',
    summary: 'One template with its versions, newest first.',
    params: byId,
    answer: messageTemplateSchema.extend({ versions: z.array(versionSchema) }),
  },
  createMessageTemplate: {
    ...writers,
    method: 'POST',
    path: '/message-templates',
    summary: "Adds a template; a lender's admin to its own lender.",
    body: messageTemplateInputSchema,
    answer: messageTemplateSchema,
  },
  changeMessageTemplate: {
    ...writers,
    isDoneOnce: true,
    method: 'PUT',
    path: '/message-templates/:id',
    summary: 'Writes the next version of a template, or takes it out of use.',
    params: byId,
    body: changeSchema,
    answer: messageTemplateSchema,
  },
});

/** The placeholders' names, in the order in which screens offer them. */
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as (keyof typeof PLACEHOLDERS)[];
