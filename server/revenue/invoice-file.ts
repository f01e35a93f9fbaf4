import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { amountInWords } from '../../contract/amount-words.ts';
import type { CallRequest } from '../../contract/call.ts';
import type {
  InvoiceDetail,
  InvoiceLine,
  InvoiceParties,
  invoiceCalls,
} from '../../contract/invoice.ts';
import { hasUnprinted } from '../../contract/printed-text.ts';
import { countText, exactText, paiseText, rupeesText } from '../../contract/rupees.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { DocumentPart, PrintedDocument } from '../documents/document-parts.ts';
import { makePdf } from '../documents/pdf.ts';
import { againstRules } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { readLines } from './invoice-line-rows.ts';
import { readWhole } from './invoice-rows.ts';
import { INVOICE_WORDS } from './invoice-words.ts';
import type { InvoiceWords } from './invoice-words.ts';

/** Lines that a PDF shows; the sheet has all of them. */
const MOST_PRINTED = 1000;

const shown = (day: string): string => day.split('-').toReversed().join('-');
const shownMonth = (month: string): string => `${month.slice(5, 7)}-${month.slice(0, 4)}`;
const lines = (text: string | null): string[] => (text ?? '').split('\n').filter(Boolean);

const numbersOf = ({ gst, pan }: InvoiceParties['to']): string[] => [
  ...(gst === null ? [] : [`GSTIN ${gst}`]),
  ...(pan === null ? [] : [`PAN ${pan}`]),
];

const sumsTable = (words: InvoiceWords, invoice: InvoiceDetail): DocumentPart => ({
  kind: 'facts',
  rows: [
    [words.fee, paiseText(invoice.fee)],
    ...invoice.taxes.map(
      ({ kind, percent, amount }) =>
        [`${kind} ${exactText(percent)} %`, paiseText(amount)] as const,
    ),
    [words.total, paiseText(invoice.total)],
    [words.inWords, amountInWords(invoice.total, words.language)],
    [words.tds, paiseText(invoice.tds)],
    [words.payable, paiseText(invoice.payable)],
  ],
});

/** The invoices whose lines are taken back, each with its day, and with the GST number that it was billed under if that is another. */
const correctedText = ({ corrects }: InvoiceDetail, { to }: InvoiceParties): string =>
  corrects
    .map(({ number, sentOn, gst }) => {
      const billed = gst === null || gst === to.gst ? '' : `, GSTIN ${gst}`;
      return `${number} (${shown(sentOn)}${billed})`;
    })
    .join(', ');

const lineTable = (words: InvoiceWords, rows: readonly InvoiceLine[]): DocumentPart => ({
  kind: 'table',
  columns: [
    { heading: words.day, share: 1.1 },
    { heading: words.loan, share: 1.8 },
    { heading: words.what, share: 1.8 },
    { heading: words.verified, isFigure: true, share: 1.2 },
    { heading: words.percent, isFigure: true, share: 0.9 },
    { heading: words.fee, isFigure: true, share: 1.3 },
    { heading: 'GST', isFigure: true, share: 1.2 },
  ],
  rows: rows.map((line) => [
    shown(line.onDate),
    line.Loan_ID ?? '',
    words.kinds[line.kind],
    line.base === null ? '' : rupeesText(line.base),
    line.percent === null ? '' : `${line.percent} %`,
    paiseText(line.fee),
    paiseText(line.gst),
  ]),
});

function documentOf(
  words: InvoiceWords,
  invoice: InvoiceDetail,
  parties: InvoiceParties,
  printed: readonly InvoiceLine[],
): PrintedDocument {
  const { from, to } = parties;
  const left = invoice.lineCount - printed.length;
  const isCredit = invoice.total < 0;
  const title = isCredit ? words.creditNote : words.title;
  return {
    title,
    letterhead: { name: from.name, lines: [...lines(from.address), ...numbersOf(from)] },
    aside: [
      `${isCredit ? words.creditNote : words.number}: ${invoice.number ?? words.draft}`,
      ...(invoice.sentOn === null ? [] : [`${words.date}: ${shown(invoice.sentOn)}`]),
      `${words.month}: ${shownMonth(invoice.month)}`,
    ],
    parts: [
      { kind: 'heading', text: words.billedTo },
      { kind: 'text', text: to.name, isStrong: true },
      ...[...lines(to.address), ...numbersOf(to)].map((text): DocumentPart => ({
        kind: 'note',
        text,
      })),
      { kind: 'heading', text: words.services },
      { kind: 'note', text: words.sac },
      {
        kind: 'table',
        columns: [
          { heading: words.what, share: 2 },
          { heading: words.lines, isFigure: true },
          { heading: words.fee, isFigure: true },
        ],
        rows: invoice.kinds.map((one) => [
          words.kinds[one.kind],
          countText(one.lines),
          paiseText(one.fee),
        ]),
        total: [words.total, countText(invoice.lineCount), paiseText(invoice.fee)],
      },
      sumsTable(words, invoice),
      ...(invoice.corrects.length === 0
        ? []
        : ([
            { kind: 'facts', rows: [[words.corrects, correctedText(invoice, parties)]] },
          ] satisfies DocumentPart[])),
      ...(from.bank === null || isCredit
        ? []
        : ([{ kind: 'facts', rows: [[words.bank, from.bank]] }] satisfies DocumentPart[])),
      { kind: 'note', text: words.rounding },
      { kind: 'signature', lines: [words.signatory(from.name)] },
      lineTable(words, printed),
      ...(left > 0 ? ([{ kind: 'note', text: words.more(left) }] satisfies DocumentPart[]) : []),
    ],
    footer: words.footer,
    pageOf: words.pageOf,
    ...(invoice.number === null && { watermark: words.draft }),
  };
}

function* sheetOf(
  words: InvoiceWords,
  invoice: InvoiceDetail,
  rows: readonly InvoiceLine[],
): Generator<readonly SheetCell[], void, undefined> {
  yield [
    words.day,
    words.loan,
    words.what,
    words.verified,
    `${words.percent} %`,
    words.fee,
    'GST',
    words.total,
    'TDS',
  ];
  let tds = 0;
  for (const line of rows) {
    tds += line.tds;
    yield [
      { day: line.onDate },
      line.Loan_ID,
      words.kinds[line.kind],
      rupeesCell(line.base),
      line.percent,
      ...[line.fee, line.gst, line.total, line.tds].map((paise) => ({ paise })),
    ];
  }
  const sums = [invoice.fee, invoice.gst, invoice.total, tds];
  yield [
    words.total,
    null,
    null,
    null,
    null,
    ...sums.map((sum) => ({ total: sum / 100, isPaise: true })),
  ];
}

type Asked = CallRequest<typeof invoiceCalls.downloadInvoice>['query'];

/** An invoice as PDF or XLSX. Who took it out is audited. Throws 404, 422 when a PDF cannot show its letters. */
export async function downloadInvoice(
  context: Context,
  actor: Actor,
  id: string,
  { format, language }: Asked,
): Promise<FileAnswer> {
  const { longReads, settings } = context;
  const isPdf = format === 'pdf';
  const part = isPdf ? sql`limit ${MOST_PRINTED}` : sql``;
  // A draft is worked out for both: what is verified meanwhile would be in its lines and not in its sums.
  const { invoice, parties, told } = await longReads.atOneInstant(async (db) => {
    const { row, ...whole } = await readWhole({ db, settings }, actor, id);
    return { ...whole, told: await readLines(db, settings.businessTz, row, part) };
  });
  await runCommand(context.db, actor, async ({ audit }) => {
    audit({
      action: 'invoice.download',
      entity: 'invoice',
      entityId: id,
      details: { format, lines: told.length },
    });
    return Promise.resolve();
  });
  const words = INVOICE_WORDS[language];
  const name = `Invoice_${(invoice.number ?? `draft_${shownMonth(invoice.month)}`).replaceAll('/', '-')}`;
  if (!isPdf)
    return {
      name: `${name}.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: writeXlsx(sheetOf(words, invoice, told), invoice.number ?? words.draft),
    };
  const document = documentOf(words, invoice, parties, told);
  if (hasUnprinted(JSON.stringify(document)))
    throw againstRules(
      'INVOICE_NOT_PRINTED',
      'An invoice shows Latin and Devanagari only. Write the client’s name and address in one of them first.',
    );
  return {
    name: `${name}.pdf`,
    contentType: 'application/pdf',
    bytes: Readable.from([await makePdf(document)]),
  };
}
