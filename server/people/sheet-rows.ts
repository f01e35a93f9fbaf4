import { randomInt } from 'node:crypto';
import { parseFields } from '../../contract/errors.ts';
import { fileSentence } from '../../contract/file-words.ts';
import {
  collectorInputSchema,
  fieldAgentInputSchema,
  managerInputSchema,
} from '../../contract/person.ts';
import type { Role } from '../../contract/roles.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { CallError } from '../errors.ts';
import { refuseWeakPassword } from '../identity/account-service.ts';
import { loginLook } from '../identity/login-names-service.ts';
import type { AccountInput } from './person-account.ts';
import type { SheetColumn, SheetPerson } from './sheet-columns.ts';

/** Why a row can't be taken. */
export interface RowProblem {
  readonly column: string;
  readonly reason: string;
}

type SheetRole = 'MANAGER' | 'COLLECTOR' | 'FIELD_AGENT';

/** A row of a sheet, judged by itself: names of others are not looked up yet. */
export interface JudgedRow {
  readonly sheet: SheetPerson;
  readonly role: SheetRole | null;
  /** Null when a field is wrong. */
  readonly input:
    | (AccountInput & { username: string; email: string; fullName: string; password: string })
    | null;
  readonly madePassword: string | null;
  readonly problems: RowProblem[];
}

const ROLE_WORDS: Readonly<Record<string, SheetRole>> = {
  manager: 'MANAGER',
  collector: 'COLLECTOR',
  caller: 'COLLECTOR',
  telecaller: 'COLLECTOR',
  fieldagent: 'FIELD_AGENT',
  fieldexecutive: 'FIELD_AGENT',
  field: 'FIELD_AGENT',
};

const SCHEMAS = {
  MANAGER: managerInputSchema,
  COLLECTOR: collectorInputSchema.omit({ managerId: true }),
  FIELD_AGENT: fieldAgentInputSchema.omit({ managerId: true }),
} as const;

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const MADE_LENGTH = 14;

/** A strong password (80 bits) that can be read out and typed. */
function makePassword(): string {
  const letters = Array.from(
    { length: MADE_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)] ?? '',
  );
  return letters.join('');
}

function roleOf(actor: Actor, text: string, problems: RowProblem[]): SheetRole | null {
  const role = ROLE_WORDS[text.toLowerCase().replace(/[^a-z]/g, '')] ?? null;
  if (role === null) problems.push({ column: 'role', reason: ROW_WORDS['not-a-role'] });
  else if (role === 'FIELD_AGENT' && !isAdmin(actor))
    problems.push({ column: 'role', reason: ROW_WORDS['admin-makes-field-agents'] });
  return role;
}

function weakness(password: string, owner: SheetPerson['cells']): string | null {
  try {
    refuseWeakPassword(password, owner);
    return null;
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}

/** Where the form's own words would not help: it has a choice there. */
const REASONS: Readonly<Record<string, string>> = {
  location: ROW_WORDS['not-a-location'],
};

const columnOfField = (field: string): string =>
  field === 'assignedPredictiveProcess' ? 'predictiveProcess' : field;

function fieldsOf(cells: Readonly<Record<SheetColumn, string>>, password: string) {
  const { fullName, username, email, phone } = cells;
  return {
    fullName,
    username,
    email,
    phone,
    password,
    location: cells.location.toUpperCase(),
    manualProcess: cells.manualProcess,
    assignedPredictiveProcess: cells.predictiveProcess,
  };
}

/** Judges one row by the rules of the forms (spec 5). A row without a password gets one made for it. */
export function judgeRow(actor: Actor, sheet: SheetPerson): JudgedRow {
  const problems: RowProblem[] = [];
  const role = roleOf(actor, sheet.cells.role, problems);
  const madePassword = sheet.cells.password === '' ? makePassword() : null;
  const password = madePassword ?? sheet.cells.password;
  const parsed = parseFields<NonNullable<JudgedRow['input']>>(
    SCHEMAS[role ?? 'COLLECTOR'],
    fieldsOf(sheet.cells, password),
  );
  for (const { path, message } of parsed.problems ?? []) {
    const [field = ''] = path.split('.');
    problems.push({ column: columnOfField(field || 'role'), reason: REASONS[field] ?? message });
  }
  const weak = problems.some(({ column }) => column === 'password')
    ? null
    : weakness(password, sheet.cells);
  if (weak !== null) problems.push({ column: 'password', reason: weak });
  const input = parsed.problems === null && problems.length === 0 ? parsed.data : null;
  return { sheet, role, input, madePassword, problems };
}

/** Adds a problem to rows whose user name or e-mail stands in an earlier row. */
export function judgeDoubles(rows: readonly JudgedRow[]): void {
  const seen = new Map<string, number>();
  for (const { sheet, problems } of rows) {
    const names = { username: sheet.cells.username, email: sheet.cells.email };
    for (const [column, text] of Object.entries(names)) {
      const name = loginLook(text);
      const earlier = seen.get(name);
      if (name === '') continue;
      if (earlier !== undefined && earlier !== sheet.row)
        problems.push({ column, reason: fileSentence('has-it-already', { row: earlier }) });
      else seen.set(name, sheet.row);
    }
  }
}

/** The role as it is kept, for a judged row. */
export const storedRole = (row: JudgedRow): Role => row.role ?? 'COLLECTOR';
