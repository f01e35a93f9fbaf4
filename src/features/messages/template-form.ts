import { z } from 'zod';
import { fieldProblem, parseFields } from '../../../contract/errors.ts';
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

/** The form's rules: the call's, and that there is no placeholder but those of the list. */
export function checkTemplate(
  values: TemplateValues,
): ReturnType<typeof parseFields<TemplateValues>> {
  const parsed = parseFields(shape, values);
  const unknown = unknownPlaceholders(values.body).map((one) => `{${one}}`);
  if (unknown.length === 0) return parsed;
  const problem = fieldProblem('body', 'unknown-placeholder', { names: unknown.join(', ') });
  return { problems: [...(parsed.problems ?? []), problem] };
}

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
