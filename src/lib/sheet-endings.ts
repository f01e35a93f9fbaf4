/** The kinds of spreadsheets that the server reads, whatever is in them. */
export const SHEET_ENDINGS = ['.xlsx', '.xls', '.xlsb', '.ods', '.csv', '.txt', '.tsv'] as const;
