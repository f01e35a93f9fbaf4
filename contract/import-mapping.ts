import { z } from 'zod';
import { says } from './errors.ts';

/** Loan fields a file's column can be mapped to, with the kind of value they take. `required` ones must be mapped. */
export const IMPORT_FIELDS = {
  Loan_ID: { kind: 'text', required: true, max: 60 },
  Customer_Name: { kind: 'text', required: true, max: 200 },
  Mobile_Number: { kind: 'phone', required: false, max: 20 },
  Alternate_Mobile_Number: { kind: 'phone', required: false, max: 20 },
  Email: { kind: 'email', required: false, max: 254 },
  Address: { kind: 'text', required: false, max: 1000 },
  City: { kind: 'text', required: false, max: 120 },
  State: { kind: 'text', required: false, max: 120 },
  Pincode: { kind: 'pincode', required: false, max: 10 },
  Region: { kind: 'text', required: false, max: 120 },
  Branch: { kind: 'text', required: false, max: 120 },
  Product: { kind: 'text', required: false, max: 120 },
  Bucket: { kind: 'text', required: false, max: 40 },
  DPD: { kind: 'count', required: false, max: 100_000 },
  Loan_Amount: { kind: 'rupees', required: false, max: 0 },
  EMI_Amount: { kind: 'rupees', required: false, max: 0 },
  Principal_Outstanding: { kind: 'rupees', required: false, max: 0 },
  Interest_Outstanding: { kind: 'rupees', required: false, max: 0 },
  Penalty_Amount: { kind: 'rupees', required: false, max: 0 },
  Total_Due_Amount: { kind: 'rupees', required: true, max: 0 },
  Disbursal_Date: { kind: 'day', required: false, max: 0 },
  Due_Date: { kind: 'day', required: false, max: 0 },
  Last_Payment_Date: { kind: 'day', required: false, max: 0 },
  Last_Payment_Amount: { kind: 'rupees', required: false, max: 0 },
  Latitude: { kind: 'degrees', required: false, max: 90 },
  Longitude: { kind: 'degrees', required: false, max: 180 },
} as const satisfies Record<
  string,
  {
    kind: 'text' | 'phone' | 'email' | 'pincode' | 'count' | 'rupees' | 'day' | 'degrees';
    required: boolean;
    max: number;
  }
>;

/** A loan field a column can be mapped to. */
export type ImportField = keyof typeof IMPORT_FIELDS;

/** The names of all mappable fields. */
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[];

/** Which column feeds which field: `{Loan_ID: "A/C No"}`. A column may be used once; unmapped columns are kept as other columns. */
export const importMappingSchema = z
  .partialRecord(z.enum(IMPORT_FIELD_NAMES as [ImportField, ...ImportField[]]), z.string().max(500))
  .superRefine((mapping, context) => {
    const used = new Map<string, string>();
    for (const [field, column] of Object.entries(mapping)) {
      const other = used.get(column);
      if (other)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: says('twice').error,
        });
      used.set(column, field);
    }
  });

/** Which column feeds which field. */
export type ImportMapping = z.infer<typeof importMappingSchema>;
