import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import { AmountField, DayField, TextAreaField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from './loans.module.css';

const GROUPS = [
  {
    title: 'words.whatIsOwed',
    rows: [
      ['Total_Due_Amount', 'Principal_Outstanding'],
      ['Interest_Outstanding', 'Penalty_Amount'],
      ['DPD', 'Bucket'],
    ],
  },
  {
    title: 'words.borrower',
    rows: [
      ['Customer_Name', 'Email'],
      ['Mobile_Number', 'Alternate_Mobile_Number'],
      ['Address'],
      ['City', 'State'],
      ['Pincode', 'Region'],
    ],
  },
  {
    title: 'words.loan',
    rows: [
      ['Product', 'Branch'],
      ['Loan_Amount', 'EMI_Amount'],
      ['Due_Date', 'Disbursal_Date'],
      ['Last_Payment_Date', 'Last_Payment_Amount'],
      ['Latitude', 'Longitude'],
    ],
  },
] as const satisfies readonly { title: string; rows: readonly (readonly ImportField[])[] }[];

/** The fields of a loan's form that a person may fill in, in groups. */
export function LoanFormFields({ fields }: { fields: readonly ImportField[] }) {
  const t = useText();
  return GROUPS.map(({ title, rows }) => {
    const shown = rows
      .map((row) => row.filter((field) => fields.includes(field)))
      .filter((row) => row.length > 0);
    if (shown.length === 0) return null;
    return (
      <fieldset key={title} className={classes.fieldGroup}>
        <legend>{t(title)}</legend>
        {shown.map((row) => (
          <FieldRow key={row.join(' ')}>
            {row.map((field) => (
              <LoanField key={field} field={field} />
            ))}
          </FieldRow>
        ))}
      </fieldset>
    );
  });
}

/** One field by the kind of value that it takes. */
export function LoanField({ field }: { field: ImportField }) {
  const t = useText();
  const { kind, required } = IMPORT_FIELDS[field];
  const props = { name: field, label: t(`loanFields.${field}`), isRequired: required };
  if (field === 'Address') return <TextAreaField {...props} maxLength={1000} />;
  switch (kind) {
    case 'rupees':
      return <AmountField {...props} />;
    case 'day':
      return <DayField {...props} />;
    case 'phone':
      return <TextField {...props} type="tel" inputMode="tel" />;
    case 'email':
      return <TextField {...props} type="email" inputMode="email" />;
    case 'pincode':
    case 'count':
      return <TextField {...props} inputMode="numeric" />;
    case 'text':
    case 'degrees':
      return <TextField {...props} />;
  }
}
