import type { ImportField } from '../../contract/import-mapping.ts';

const mobile = /^[6-9]\d{9}$/;

/** Watches columns of amounts for those that hold mobile numbers: a lender's columns changed places under their headings. */
export interface PhoneAmounts {
  /** The amounts of a loan: each field with its value. */
  note(amounts: readonly (readonly [ImportField, string, string | null | undefined])[]): void;
  /** The fields most of whose amounts look like mobile numbers. */
  fields(): ImportField[];
}

/** A watch for one file. */
export function phoneAmounts(): PhoneAmounts {
  const seen = new Map<ImportField, { given: number; alike: number }>();
  return {
    note: (amounts) => {
      for (const [field, , value] of amounts) {
        if (value === null || value === undefined) continue;
        const count = seen.get(field) ?? { given: 0, alike: 0 };
        seen.set(field, count);
        count.given += 1;
        if (mobile.test(value)) count.alike += 1;
      }
    },
    fields: () =>
      [...seen].filter(([, { given, alike }]) => alike * 2 > given).map(([field]) => field),
  };
}
