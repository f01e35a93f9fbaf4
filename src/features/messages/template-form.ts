import { z } from 'zod';
import { unknownPlaceholders } from '../../../contract/message-text.ts';
import {
  MESSAGE_LANGUAGES,
  messageChannelSchema,
  messageTemplateInputSchema,
} from '../../../contract/message-template.ts';
import type { MessageTemplate } from '../../../contract/message-template.ts';

/** The choice that stands for no lender in particular. */
export const EVERY_CLIENT = 'every';

const { name, body } = messageTemplateInputSchema.shape;

const shape = z.object({
  clientId: z.string(),
  channel: messageChannelSchema,
  language: z.enum(MESSAGE_LANGUAGES),
  name,
  body,
  registeredId: z.string().max(100),
  sender: z.string().max(30),
  isActive: z.boolean(),
});

/** A template as its form holds it. */
export type TemplateValues = z.infer<typeof shape>;

/** The form's rules; `unknownWords` says in words which placeholders there are not. */
export const templateFormSchema = (unknownWords: (names: string) => string) =>
  shape.superRefine((values, context) => {
    const unknown = unknownPlaceholders(values.body);
    if (unknown.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: unknownWords(unknown.map((one) => `{${one}}`).join(', ')),
      });
  });

/** What the form begins with; null: a new template. */
export function valuesOf(template: MessageTemplate | null): TemplateValues {
  return {
    clientId: template?.clientId ?? EVERY_CLIENT,
    channel: template?.channel ?? 'SMS',
    language: template?.language ?? 'en',
    name: template?.name ?? '',
    body: template?.body ?? '',
    registeredId: template?.registeredId ?? '',
    sender: template?.sender ?? '',
    isActive: template?.isActive ?? true,
  };
}
