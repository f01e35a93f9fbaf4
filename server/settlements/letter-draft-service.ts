import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { amountInWords } from '../../contract/amount-words.ts';
import { hasUnprinted } from '../../contract/printed-text.ts';
import { rupeesText } from '../../contract/rupees.ts';
import { levelOf } from '../../contract/settlement-authority.ts';
import type { LetterKind, LetterLanguage, SettlementDetail } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { sendBytes } from '../attached-files/file-sending-service.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { DocumentPart, PrintedDocument } from '../documents/document-parts.ts';
import { makePdf } from '../documents/pdf.ts';
import { againstRules, notAllowed } from '../errors.ts';
import { LETTER_WORDS } from './letter-words.ts';
import type { LetterFacts, LetterWords } from './letter-words.ts';
import { followSettlements, moneyOf } from './settlement-following-service.ts';
import type { SettlementMoney } from './settlement-following-service.ts';
import { findSettlement } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';

/** `YYYY-MM-DD` as people read it. */
const shown = (day: string): string => day.split('-').toReversed().join('-');

/** What the client and the loan say in a letter, beside the settlement itself. */
interface OwnWords {
  readonly signatory: string | null;
  readonly opening: string | null;
  readonly clause: string | null;
}

interface LetterHead extends Record<string, unknown> {
  clientAddress: string | null;
  gst: string | null;
  borrowerAddress: string;
  /** The client's own words, by language; null: what it says in English, or we. */
  own: Record<LetterLanguage, OwnWords>;
  languages: LetterLanguage[];
}

async function readHead(db: Db, id: string): Promise<LetterHead | undefined> {
  const { rows } = await db.execute<LetterHead>(sql`select c.address as "clientAddress", c.gst,
      concat_ws(', ', nullif(l.address, ''), case when position(lower(l.city) in lower(coalesce(l.address, ''))) = 0
        then l.city end, nullif(l.state, ''), nullif(l.pincode, ''))
        as "borrowerAddress",
      jsonb_build_object(
        'en', jsonb_build_object('signatory', nullif(r.letter_signatory, ''), 'opening', nullif(r.letter_opening, ''),
          'clause', r.letter_clause),
        'hi', jsonb_build_object('signatory', coalesce(nullif(r.letter_signatory_hi, ''), nullif(r.letter_signatory, '')),
          'opening', nullif(r.letter_opening_hi, ''), 'clause', coalesce(nullif(r.letter_clause_hi, ''), r.letter_clause))
      ) as own,
      coalesce(r.letter_languages, array['en', 'hi']) as languages
    from settlements s join loans l on l.id = s.loan_id join clients c on c.id = s.client_id
      left join settlement_rules r on r.client_id = s.client_id
    where s.id = ${id}`);
  return rows[0];
}

/** What can be drafted of a settlement as it stands: its letter once the terms are agreed, a no-dues letter once it is paid. */
function kindsOf({ settlementStatus, waitsFor }: SettlementRow): LetterKind[] {
  if (settlementStatus === 'FULFILLED') return ['SETTLEMENT', 'NO_DUES'];
  return waitsFor === 'LETTER' || waitsFor === 'PAYMENT' ? ['SETTLEMENT'] : [];
}

/** The drafts that the actor may take: those who decide, in the client's languages. */
export async function draftsOf(
  db: Db,
  actor: Actor,
  row: SettlementRow,
): Promise<SettlementDetail['drafts']> {
  const kinds = levelOf(actor.role) === null ? [] : kindsOf(row);
  if (kinds.length === 0) return [];
  const languages = (await readHead(db, row._id))?.languages ?? [];
  return kinds.flatMap((kind) => languages.map((language) => ({ kind, language })));
}

/** The day whose payment made it whole, though a bank may have told of it later; null: it is not whole. */
function wholeOn({ offeredAmount }: SettlementRow, { payments, shift }: SettlementMoney) {
  let left = offeredAmount + shift;
  const last = payments.find(({ amount }) => {
    left -= amount;
    return left <= 0;
  });
  return last?.paidOn ?? null;
}

/** What is paid is said in figures and in words, so that neither can be changed alone. */
const inBoth = (amount: number, language: LetterLanguage): string =>
  `${rupeesText(amount)} (${amountInWords(amount * 100, language)})`;

const factsOf = (
  row: SettlementRow,
  { kind, paidOn, paid, language }: Omit<Drafted, 'today'>,
): LetterFacts => ({
  client: row.Client_Name,
  borrower: row.Customer_Name,
  loanNumber: row.Loan_ID,
  due: rupeesText(row.dueAmount),
  offeredOn: shown(row.offeredOn),
  amount: inBoth(row.offeredAmount, language),
  // The terms keep what was agreed on; what came beside the offer later lowers only what was written off.
  waiver: rupeesText(kind === 'NO_DUES' ? (row.waivedAmount ?? 0) : row.waiverAmount),
  isWaived: row.waivedAmount !== 0,
  validUntil: shown(row.validUntil),
  graceDays: row.graceDays,
  hasInstalments: row.instalments.length > 0,
  paid: paid === 0 ? null : inBoth(paid, language),
  isWhole: row.settlementStatus === 'FULFILLED',
  paidOn: paidOn === null ? '' : shown(paidOn),
});

const lines = (text: string | null): string[] => (text ?? '').split('\n').filter(Boolean);

function instalmentTable(row: SettlementRow, words: LetterWords): DocumentPart[] {
  if (row.instalments.length === 0) return [];
  const [number, dueOn, amount] = words.columns;
  return [
    { kind: 'heading', text: words.instalments },
    {
      kind: 'table',
      columns: [
        { heading: number, share: 0.4 },
        { heading: dueOn },
        { heading: amount, isFigure: true },
      ],
      rows: row.instalments.map((one, at) => [
        String(at + 1),
        shown(one.dueOn),
        rupeesText(one.amount),
      ]),
      total: ['', words.total, rupeesText(row.offeredAmount)],
    },
  ];
}

const say = (text: string): DocumentPart => ({ kind: 'text', text });

interface AskedDraft {
  readonly id: string;
  readonly kind: LetterKind;
  readonly language: LetterLanguage;
}

interface Drafted extends Omit<AskedDraft, 'id'> {
  readonly today: string;
  /** When it was paid in full; null: it is not. */
  readonly paidOn: string | null;
  /** What came of it. */
  readonly paid: number;
}

function letterOf(
  row: SettlementRow,
  head: LetterHead,
  { kind, language, today, paidOn, paid }: Drafted,
): PrintedDocument {
  const words = LETTER_WORDS[language];
  const own = head.own[language];
  const isOffer = kind === 'SETTLEMENT';
  const facts = factsOf(row, { kind, paidOn, paid, language });
  return {
    title: words.title[kind],
    letterhead: {
      name: row.Client_Name,
      lines: [...lines(head.clientAddress), ...(head.gst ? [`GSTIN ${head.gst}`] : [])],
    },
    aside: [`${words.date}: ${shown(today)}`, `${words.reference}: ${row.Loan_ID}`],
    parts: [
      { kind: 'text', text: row.Customer_Name, isStrong: true },
      ...(head.borrowerAddress === '' ? [] : [say(head.borrowerAddress)]),
      say(words.greeting(facts)),
      ...(isOffer && own.opening !== null ? lines(own.opening) : [words.opening[kind](facts)]).map(
        say,
      ),
      { kind: 'facts', rows: words.facts[kind](facts) },
      ...(isOffer ? instalmentTable(row, words) : []),
      ...words.closing[kind](facts).map(say),
      ...(isOffer ? lines(own.clause).map(say) : []),
      {
        kind: 'signature',
        lines: [words.forClient(row.Client_Name), own.signatory ?? words.signatory],
      },
    ],
    footer: words.footer,
    pageOf: words.pageOf,
  };
}

const NAMES: Readonly<Record<LetterKind, string>> = {
  SETTLEMENT: 'Settlement',
  NO_DUES: 'No_Dues',
};

/**
 * A draft of the letter as PDF, with the number of its loan. Throws 404, 422 NO_DRAFT while the terms are not agreed or the
 * client wants no drafts, LETTERS_NOT_PRINTED for letters of another script than Latin and Devanagari.
 */
export async function draftLetter(
  { db, settings }: Context,
  actor: Actor,
  { id, kind, language }: AskedDraft,
): Promise<{ bytes: Buffer; loanNumber: string }> {
  const row = await findSettlement(db, actor, sql`s.id = ${id}`);
  const head = await readHead(db, id);
  if (head === undefined || !kindsOf(row).includes(kind) || !head.languages.includes(language))
    throw againstRules('NO_DRAFT', 'There is no such draft of this settlement as it stands now.');
  const today = businessDay(settings.businessTz);
  const money = await moneyOf(db, row, today);
  const paidOn = kind === 'NO_DUES' ? wholeOn(row, money) : null;
  // Before its letter a settlement is not followed yet: what came since the offer is asked of the payments.
  const came = money.payments.reduce((sum, { amount }) => sum + amount, 0);
  const paid = kind === 'NO_DUES' ? row.paidAmount : came;
  const letter = letterOf(row, head, { kind, language, today, paidOn, paid });
  if (hasUnprinted(JSON.stringify(letter)))
    throw againstRules(
      'LETTERS_NOT_PRINTED',
      'A letter shows Latin and Devanagari only. Write the name and address of this loan, and what its client says in letters, in one of them first.',
    );
  const bytes = await makePdf(letter);
  return { bytes, loanNumber: row.Loan_ID };
}

/**
 * Sends a draft of the letter as PDF, for the client to sign: terms and instalments as they were approved. Throws 403 for
 * those who decide nothing, 404, 422 NO_DRAFT while the terms are not agreed or the client wants no drafts.
 */
export async function sendDraft(
  context: Context,
  actor: Actor,
  asked: AskedDraft,
  reply: FastifyReply,
): Promise<void> {
  if (levelOf(actor.role) === null)
    throw notAllowed('Letters are drafted by those who decide.', 'NOT_YOUR_TURN');
  const { id, kind, language } = asked;
  const { loanId } = await findSettlement(context.db, actor, sql`s.id = ${id}`);
  // What bounced a moment ago is known before anybody signs that nothing is due.
  if (kind === 'NO_DUES')
    await runCommand(context.db, null, async (command) =>
      followSettlements(command, [loanId], businessDay(context.settings.businessTz)),
    );
  const { bytes, loanNumber } = await draftLetter(context, actor, asked);
  await runCommand(context.db, actor, async ({ audit }) => {
    const details = { kind, language };
    audit({ action: 'settlement.letter.draft', entity: 'settlement', entityId: id, details });
  });
  const name = `${NAMES[kind]}_${loanNumber}_draft_${language}.pdf`;
  await sendBytes(reply, { bytes, contentType: 'application/pdf', name });
}
