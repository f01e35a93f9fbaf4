import { createContext } from 'react';
import { z } from 'zod';

/** What a form's schema asks of one of its fields. */
export interface FieldRules {
  /** Left empty it is wrong. */
  readonly isRequired: boolean;
}

/** The schema of the form around; null where a form has none of the contract's shape. */
export const FormSchema = createContext<z.core.$ZodType | null>(null);

/** The schema behind what may be missing, has a default or is changed on its way in. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.def.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return bare(schema.def.innerType);
  return schema;
}

function within(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  const holder = bare(schema);
  if (holder instanceof z.ZodObject) return holder.shape[name];
  if (holder instanceof z.ZodArray) return holder.element;
  return holder instanceof z.ZodRecord ? holder.valueType : undefined;
}

/** What a form holds of a field that was left empty: of one that is typed into, of one that is chosen. */
const EMPTY = { typed: [undefined, null, '', []], chosen: [undefined, null, []] };

/** How a field is filled in. A choice whose value is '' is one like any text. */
export type Filling = keyof typeof EMPTY;

/** What a schema asks of the field at a path such as `slabs.0.percent`; nothing where it has no such field. */
export function fieldRules(
  schema: z.core.$ZodType | null,
  path: string,
  filling: Filling = 'typed',
): FieldRules {
  let field = schema ?? undefined;
  for (const name of path.split('.')) field = field && within(field, name);
  if (field === undefined) return { isRequired: false };
  const whole = field;
  const isRequired = EMPTY[filling].every((empty) => !z.safeParse(whole, empty).success);
  return { isRequired: isRequired && !(bare(field) instanceof z.ZodBoolean) };
}
