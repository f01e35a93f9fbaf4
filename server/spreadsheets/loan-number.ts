/*
 * When two loan numbers of one lender are the same, in one place, for every sheet: letter case and the space around them do
 * not count. Loans keep the spelling in which their lender first wrote them; sheets take that spelling over.
 */

/** What two spellings of a loan number have in common. In SQL: `upper(loan_number)`, by the index `loan_keys_same`. */
export const sameLoanNumber = (number: string): string => number.trim().toUpperCase();

const takeSpelling = (rows: string, ofFile: string): string => `
  update ${rows} s set loan_number = k.loan_number
    from loan_keys k
   where s.${ofFile} = $1 and k.client_id = $2 and k.status <> 'DELETED'
     and upper(k.loan_number) = upper(s.loan_number) and k.loan_number <> s.loan_number
     and not exists (select 1 from loan_keys e where e.client_id = $2 and e.loan_number = s.loan_number
       and e.status <> 'DELETED')`;

/** $1 sheet, $2 client: rows of an activity sheet take over how their loans' numbers are spelt. */
export const takeSheetSpelling = takeSpelling('activity_sheet_rows', 'sheet_id');

/** $1 import, $2 client: rows of a loan file take over how their loans' numbers are spelt. */
export const takeImportSpelling = takeSpelling('loan_import_rows', 'import_id');

/**
 * What numbers have in common that differ only by what spreadsheet programs and people lose or add: zeros in front,
 * spaces and signs between. They may be two loans all the same: it is told, and nothing is taken over.
 */
const alike = (number: string): string => `ltrim(translate(upper(${number}), ' -/_.', ''), '0')`;

/** $1 import, $2 client: new loans whose numbers are like those of stored ones; how many, and the first with its like. */
export const alikeNumbers = `
  select count(*)::int as count, (array_agg(a.loan_number order by a.row))[1] as number,
      (array_agg(a.stored order by a.row))[1] as stored
    from (select distinct on (s.row) s.row, s.loan_number, k.loan_number as stored
      from loan_import_rows s join loan_keys k on k.client_id = $2 and k.status <> 'DELETED'
        and ${alike('k.loan_number')} = ${alike('s.loan_number')}
     where s.import_id = $1 and s.outcome = 'NEW' order by s.row, k.loan_number) a`;
