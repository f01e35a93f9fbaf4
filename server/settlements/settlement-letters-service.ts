import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import { fieldProblem } from '../../contract/errors.ts';
import { MOST_LETTER_BYTES } from '../../contract/settlement-calls.ts';
import { refusalSentence } from '../../contract/refusal-words.ts';
import type { LETTER_FINDINGS } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { withStoredDocuments } from '../attached-files/document-service.ts';
import type { StoredDocument } from '../attached-files/document-service.ts';
import { sendFile } from '../attached-files/file-sending-service.ts';
import { settlementLetters } from '../database/tables/settlements.ts';
import { CallError, badInput, conflict, notFound, wrongFileType } from '../errors.ts';
import { fileMissing } from '../http/uploads.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { judgeLetter } from './letter-reading.ts';
import type { LetterJudgement, OtherLoans } from './letter-reading.ts';
import { refuseOutdated, stepOrRefuse } from './settlement-deciding-service.ts';
import { followSettlements, moneyOf } from './settlement-following-service.ts';
import { tellOfDifference, tellOfStanding } from './settlement-notices.ts';
import { findSettlement, lockSettlement } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';
import { writeStep } from './settlement-writing.ts';

const LETTER_TYPES: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** The letter and what its bytes are. Throws 400 (none, empty, too large), 415. */
async function readLetter(
  files: readonly UploadedFile[],
): Promise<{ file: UploadedFile; contentType: string }> {
  const [file] = files;
  if (!file) throw fileMissing('Attach the letter: PDF, JPG or PNG.', 'letter');
  if (file.size > MOST_LETTER_BYTES)
    throw badInput('A letter has at most 10 MB. Choose a smaller file.', [
      fieldProblem('letter', 'file-too-large', { most: 10 }),
    ]);
  const contentType = (await fileTypeFromFile(file.path).catch(() => undefined))?.mime ?? '';
  if (!LETTER_TYPES.has(contentType)) throw wrongFileType('Attach the letter as PDF, JPG or PNG.');
  return { file, contentType };
}

const FOUND: Readonly<Record<(typeof LETTER_FINDINGS)[number], string>> = {
  LOAN_NUMBER: 'the loan number',
  AMOUNT: 'the amount',
  VALIDITY: 'the last day',
};

/** Throws 422 LETTER_DIFFERS. */
function refuseDifferent(judged: LetterJudgement & { check: 'DIFFERS' | 'AGREES' }): never {
  const { findings, others } = judged;
  const what = findings.map((one) => FOUND[one]).join(', ');
  const named = others.length === 0 ? '' : ` It names other loans, too: ${others.join(', ')}.`;
  throw new CallError(
    422,
    'LETTER_DIFFERS',
    `This letter does not say what was approved: ${what} not found in it.${named} Check it, or confirm it with a reason.`,
    {
      details: findings.map((finding) => ({
        path: 'letter',
        code: finding,
        message: FOUND[finding],
        values: others.length === 0 ? {} : { others },
      })),
    },
  );
}

/** What can't be opened is no letter, whoever sent it. */
const unopened = () =>
  new CallError(
    415,
    'LETTER_UNOPENED',
    'This PDF is damaged or locked with a password: nobody could read it. Save it again without a password and upload that.',
  );

interface Standing extends Record<string, unknown> {
  name: string;
  at: string;
}

/** Throws 409 SAME_LETTER when the letter that stands has the very same content. */
async function refuseSame(tx: Db, id: string, { sha256 }: StoredDocument): Promise<void> {
  const { rows } = await tx.execute<Standing>(sql`select u.full_name as name, t.uploaded_at as at
    from settlement_letters t join users u on u.id = t.uploaded_by
    where t.settlement_id = ${id} and t.replaced_at is null and t.sha256 = ${sha256}`);
  const [same] = rows;
  if (same)
    throw conflict('SAME_LETTER', refusalSentence('same-letter', { name: same.name }), {
      Uploaded_By: same.name,
      uploadedAt: isoInstant(same.at),
    });
}

type Judged = LetterJudgement & { readonly confirmReason: string | null };

async function keepLetter(
  { tx }: Command,
  actor: Actor,
  row: SettlementRow,
  letter: StoredDocument,
  { check, findings, confirmReason }: Judged,
): Promise<void> {
  await tx.execute(sql`update settlement_letters set replaced_at = clock_timestamp()
    where settlement_id = ${row._id} and replaced_at is null`);
  await tx.insert(settlementLetters).values({
    id: letter.id,
    settlementId: row._id,
    name: letter.name,
    contentType: letter.contentType,
    size: letter.size,
    sha256: letter.sha256,
    storeKey: letter.storeKey,
    check,
    findings,
    confirmReason,
    uploadedBy: actor.userId,
  });
}

/** A letter is for as many loans of a borrower at most. */
const MOST_OTHERS = 100;

/** Which of these numbers are other loans' of the same client. */
const otherLoansOf =
  (db: Db, { clientId, loanId }: SettlementRow): OtherLoans =>
  async (numbers) => {
    const { rows } = await db.execute<{ number: string }>(sql`
      select k.loan_number as number from loan_keys k
      where upper(k.loan_number) = any(${sql.param(numbers)}::text[]) and k.client_id = ${clientId}
        and k.status <> 'DELETED' and k.id <> ${loanId}
      order by k.loan_number limit ${MOST_OTHERS}`);
    return rows.map(({ number }) => number);
  };

/** The step that a letter makes is looked at before and after it is read: reading takes a while. */
const ISSUE = { action: 'ISSUE_LETTER' } as const;

/**
 * Takes the client's letter: judged by its content, its text compared with what was approved, earlier ones kept. Throws 400,
 * 403, 404, 409 (SAME_LETTER: it stands already), 415 (LETTER_UNOPENED: damaged or locked), 422 LETTER_DIFFERS unless it is
 * confirmed with a reason, of which the manager is told.
 */
export async function uploadLetter(
  context: Context,
  actor: Actor,
  id: string,
  files: readonly UploadedFile[],
  confirmReason: string | undefined,
): Promise<void> {
  const { db, fileStore, settings } = context;
  const seen = await findSettlement(db, actor, sql`s.id = ${id}`);
  stepOrRefuse(seen, actor, ISSUE);
  const { file, contentType } = await readLetter(files);
  const terms = { ...seen, loanNumber: seen.Loan_ID };
  const judged = await judgeLetter(file.path, contentType, terms, otherLoansOf(db, seen));
  if (judged === null) throw unopened();
  const isConfirmed = (confirmReason ?? '').length >= 3;
  if (judged.check === 'DIFFERS' && !isConfirmed) refuseDifferent(judged);
  const reason = judged.check === 'DIFFERS' ? (confirmReason ?? null) : null;
  const today = businessDay(settings.businessTz);
  await withStoredDocuments(fileStore, 'letters', [file], async (letters) => {
    await runCommand(db, actor, async (command) => {
      const row = await lockSettlement(command.tx, actor, id);
      const step = stepOrRefuse(row, actor, ISSUE);
      if (row.letterAt === null) refuseOutdated(row, await moneyOf(command.tx, row, today), today);
      for (const letter of letters) {
        await refuseSame(command.tx, id, letter);
        await keepLetter(command, actor, row, letter, { ...judged, confirmReason: reason });
      }
      await writeStep(command, actor, row, { ...ISSUE, step, remarks: reason ?? undefined });
      await tellOfStanding(command.tx, actor, row, { ...step, state: 'LETTER_ISSUED' });
      if (reason !== null) await tellOfDifference(command.tx, actor, row, reason);
      await followSettlements(command, [row.loanId], today);
    });
  });
}

interface StoredLetter extends Record<string, unknown> {
  id: string;
  content_type: string;
  store_key: string;
  sha256: string;
}

/** Sends the letter that stands, or an earlier one, named `Settlement_{Loan_ID}`; who read it is in the audit. Throws 404. */
export async function sendLetter(
  context: Context,
  actor: Actor,
  { id, letterId }: { id: string; letterId?: string | undefined },
  reply: FastifyReply,
): Promise<void> {
  // An agent goes on seeing what it proposed, but no letter of a loan that left it.
  const row = await findSettlement(
    context.db,
    actor,
    sql`s.id = ${id} and ${loansVisibleTo(actor)}`,
  );
  const { rows } = await context.db.execute<StoredLetter>(sql`
    select t.id, t.content_type, t.store_key, t.sha256 from settlement_letters t where t.settlement_id = ${id}
      and ${letterId === undefined ? sql`t.replaced_at is null` : sql`t.id = ${letterId}`}`);
  const [letter] = rows;
  if (!letter) throw notFound('This letter');
  await runCommand(context.db, actor, async ({ audit }) => {
    const details = { letterId: letter.id };
    audit({ action: 'settlement.letter.read', entity: 'settlement', entityId: id, details });
  });
  await sendFile(context, reply, {
    key: letter.store_key,
    contentType: letter.content_type,
    name: `Settlement_${row.Loan_ID}`,
    sha256: letter.sha256,
  });
}
