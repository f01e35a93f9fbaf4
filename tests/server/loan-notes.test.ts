import { describe, expect, it } from 'vitest';
import type { LoanNote } from '../../contract/loan-note.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();

const add = (body: object, as: PersonName = 'collector') =>
  server.call('POST', '/loan-notes', { as, body });
const list = async (loanId: string, as: PersonName = 'collector') =>
  (await server.call('GET', '/loan-notes', { as, query: { loanId } })).json<{
    data: LoanNote[];
  }>().data;

describe('notes on a loan', () => {
  it('stand pinned first, then newest; a repeat of the same adds nothing', async () => {
    const loanId = await loanOf(server, 'collector');
    const body = { _id: newId(), loanId, note: ' Works night shifts ' };
    expect((await add(body)).json()).toMatchObject({ note: 'Works night shifts', isOwn: true });
    expect((await add(body)).statusCode).toBe(200);
    expect((await add({ ...body, note: 'Else' })).statusCode).toBe(409);
    await add({ loanId, note: 'Speaks Tamil' }, 'manager');
    expect((await list(loanId)).map(({ note }) => note)).toEqual([
      'Speaks Tamil',
      'Works night shifts',
    ]);
    const pinned = await server.call('PUT', '/loan-notes/pin', {
      as: 'collector',
      body: { _id: body._id, isPinned: true },
    });
    expect(pinned.json()).toMatchObject({ isPinned: true });
    expect((await list(loanId))[0]).toMatchObject({ note: 'Works night shifts', isPinned: true });
    expect((await add({ loanId, note: '  ' })).statusCode).toBe(400);
  });

  it('reach the lender only when they are meant for it, and the lender writes back', async () => {
    const loanId = await loanOf(server, 'collector');
    await add({ loanId, note: 'For us' });
    await add({ loanId, note: 'For both', isForLender: true });
    await add({ loanId, note: 'From the lender' }, 'customer');
    expect((await list(loanId, 'customer')).map(({ note }) => note)).toEqual([
      'From the lender',
      'For both',
    ]);
    expect(await list(loanId)).toHaveLength(3);
  });

  it('are removed by whoever wrote them, and seen by nobody else', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = (await add({ loanId, note: 'Mine' })).json<LoanNote>();
    const remove = (as: PersonName) => server.call('DELETE', `/loan-notes/${id}`, { as });
    expect((await remove('manager')).statusCode).toBe(404);
    expect((await remove('collector')).json()).toEqual({ success: true });
    expect(await list(loanId)).toEqual([]);
    for (const as of ['collector2', 'manager2', 'customerOfY'] as const) {
      expect((await add({ loanId, note: 'x' }, as)).statusCode).toBe(404);
      const read = await server.call('GET', '/loan-notes', { as, query: { loanId } });
      expect(read.statusCode).toBe(404);
    }
  });
});
