import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import type { ListFileAsk, ListFileColumn } from '../../contract/list-export.ts';
import { isPaged, listFields } from '../../contract/list-fields.ts';
import type { ListField, ListFields } from '../../contract/list-fields.ts';
import type { Actor } from '../access/actor.ts';
import { refuseForeignClaims } from '../access/claims.ts';
import { withStoredLenders } from '../access/lender-names.ts';
import { admitRole } from '../access/gate.ts';
import type { Context } from '../context.ts';
import { badInput, notFound } from '../errors.ts';
import type { ParsedAsk } from '../http/list-handler.ts';
import { withRangeDays } from '../http/range-days.ts';
import { parsePart, withoutEmpty } from '../http/serve.ts';

/** A column of a list's file and the field that it is made of. */
export type AskedColumn = ListFileColumn & { readonly field: ListField };

/** A list that was asked for as a file: looked at as if the person asked its own call. */
export interface AskedList {
  readonly call: Call;
  readonly actor: Actor;
  readonly asked: ParsedAsk & { readonly query: Record<string, unknown> };
  readonly columns: readonly AskedColumn[];
  /** Of a list that is not paged all rows come at once. */
  readonly isPaged: boolean;
}

function listNamed(name: string): { call: Call; fields: ListFields } {
  const call = calls.find((each) => each.name === name);
  const fields = call === undefined ? null : listFields(call);
  if (call === undefined || fields === null) throw notFound('This list');
  return { call, fields };
}

function columnsOf(fields: ListFields, given: readonly ListFileColumn[]): AskedColumn[] {
  return given.map((column) => {
    const field = fields.get(column.path);
    if (field === undefined)
      throw badInput(`This list has no field "${column.path}". Load the screen again.`);
    return { ...column, field };
  });
}

/**
 * What a list's file is made of. The call's own gate, parsing and claims decide: throws 404 for what is no list, 403 for a
 * role, a person or a lender that the list's call refuses, 400 for filters or columns that it does not have.
 */
export async function askList(
  { db, settings, denials }: Pick<Context, 'db' | 'settings' | 'denials'>,
  actor: Actor,
  body: ListFileAsk,
): Promise<AskedList> {
  const { call, fields } = listNamed(body.call);
  await admitRole({ denials }, call, actor);
  const { page: _page, pageSize: _pageSize, ...filters } = body.query;
  const params = parsePart(call.params, body.params, 'address');
  const parsed = parsePart(
    call.query,
    withRangeDays(withoutEmpty(filters), settings.businessTz),
    'query',
  );
  const query = ((await withStoredLenders(db, parsed)) ?? {}) as Record<string, unknown>;
  await refuseForeignClaims(db, actor, [params, query], call);
  return {
    call,
    actor,
    asked: { params, query },
    columns: columnsOf(fields, body.columns),
    isPaged: isPaged(call),
  };
}
