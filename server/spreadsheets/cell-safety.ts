/**
 * A spreadsheet program takes text that begins so for a formula, some of them the full-width signs of East Asian keyboards
 * too. Real negative numbers are left alone.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const negativeNumber = /^-\d+(\.\d+)?$/;

/** Text for an exported cell that no spreadsheet program runs as a formula: such text gets an apostrophe in front. */
export function safeText(text: string): string {
  return formulaStart.test(text) && !negativeNumber.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe of `safeText` away again, for files of ours that come back. */
export function withoutGuard(text: string): string {
  return text.charCodeAt(0) === 39 && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}
