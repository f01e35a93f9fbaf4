import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Disposition } from '../../contract/disposition.ts';
import type { WorkReview } from '../../contract/work-review.ts';
import { announcedPhoto, pictureOf } from '../support/photo-file.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { ago, loanOf, visitOf } from '../support/work.ts';

const server = testServer();
let phone: TestDevice;
let otherPhone: TestDevice;

beforeAll(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
  otherPhone = await registerTestDevice(server, 'fieldagent2');
});

let color = 0x100000;
const newPicture = () => pictureOf(`#${(color += 0x1111).toString(16)}`);

interface Visit {
  loanId: string;
  id: string;
  file: ReturnType<typeof announcedPhoto>;
  send: () => Promise<unknown>;
  sendFile: () => Promise<unknown>;
}

interface VisitOptions {
  from?: TestDevice;
  loanId?: string;
  kind?: string;
  /** How long ago the phone says it was. */
  minutes?: number;
}

/** A visit of now with this picture, sent when it is asked: the next one is later. */
async function visitWith(
  bytes: Buffer,
  { from = phone, loanId, kind = 'photo', minutes = 0 }: VisitOptions = {},
): Promise<Visit> {
  const loan = loanId ?? (await loanOf(server, 'fieldagent'));
  const file = { ...announcedPhoto(bytes), kind };
  const body = visitOf(loan, { files: [file], recordedAt: ago(minutes) });
  const work = { call: 'createFieldDisposition', loanId: loan, body } as const;
  const sealed = await from.seal({ ...work, opId: body._id });
  return {
    loanId: loan,
    id: body._id,
    file,
    send: () => from.deliver([sealed]),
    sendFile: () => from.putFile(file._id, bytes),
  };
}

/** What the reader is told of a visit's pictures, on the loan's history. */
async function toldOf(visit: Visit, as: PersonName = 'manager') {
  const { data } = await server.taken<{ data: Disposition[] }>(
    'GET',
    '/call-disposition/caseHistory',
    { as, query: { loanId: visit.loanId } },
  );
  const found = data.find(({ _id }) => _id === visit.id);
  return found?.files.map(({ earlierVisit }) => earlierVisit);
}

async function bring(...visits: readonly Visit[]) {
  for (const visit of visits) {
    await visit.send();
    await visit.sendFile();
  }
}

describe('a picture that stands on an earlier visit', () => {
  it('marks the later visit in whatever order visits and files came, and names the first', async () => {
    const bytes = await newPicture();
    const first = await visitWith(bytes);
    const middle = await visitWith(bytes);
    const later = await visitWith(bytes, { kind: 'supportingDoc' });
    await bring(later);
    expect(await toldOf(later)).toEqual([undefined]);
    // The file before its visit, the earlier visits last.
    await middle.sendFile();
    await first.send();
    expect(await toldOf(later)).toEqual([undefined]);
    await middle.send();
    expect(await toldOf(later)).toMatchObject([{ dispositionId: middle.id }]);
    await first.sendFile();
    const { id: dispositionId, loanId } = first;
    for (const visit of [later, middle])
      expect(await toldOf(visit)).toMatchObject([
        { dispositionId, loanId, Agent_Name: 'Test fieldagent' },
      ]);
    expect(await toldOf(first)).toEqual([undefined]);
  });

  it('is none where the same visit comes again, and none of a visit that was removed', async () => {
    const bytes = await newPicture();
    const visit = await visitWith(bytes);
    for (let round = 0; round < 2; round += 1) await bring(visit);
    expect(await toldOf(visit)).toEqual([undefined]);
    const again = await visitWith(bytes, { loanId: visit.loanId });
    await bring(again);
    expect(await toldOf(again)).toMatchObject([{ dispositionId: visit.id }]);
    await server.taken('DELETE', '/call-disposition', {
      as: 'manager',
      body: { ids: [visit.id], reason: 'Recorded on the wrong day' },
    });
    expect(await toldOf(again)).toEqual([undefined]);
  });

  it('is told wherever a visit is looked at', async () => {
    const bytes = await newPicture();
    const first = await visitWith(bytes);
    const later = await visitWith(bytes);
    await bring(first, later);
    const mark = { files: [{ earlierVisit: { dispositionId: first.id } }] };
    const record = await server.taken('GET', `/call-disposition/id/${later.id}`, { as: 'manager' });
    expect(record).toMatchObject(mark);
    const day = await server.taken<{ data: Disposition[] }>(
      'GET',
      '/field-disposition/daily-reports',
      { as: 'manager', query: { pageSize: '100' } },
    );
    expect(day.data.find(({ _id }) => _id === later.id)).toMatchObject(mark);
  });

  it('tells nothing of a loan to whoever may not see it, and nothing at all to agents and lenders', async () => {
    const bytes = await newPicture();
    const { manager2, fieldagent2 } = server.people;
    const foreign = await server.addLoan({
      client: 'Y',
      managerId: manager2.id,
      fieldAgentId: fieldagent2.id,
    });
    await bring(await visitWith(bytes, { from: otherPhone, loanId: foreign }));
    const later = await visitWith(bytes);
    await bring(later);
    expect(await toldOf(later, 'manager')).toMatchObject([
      { loanId: null, Loan_ID: null, Agent_Name: null },
    ]);
    expect(await toldOf(later, 'admin')).toMatchObject([{ loanId: foreign }]);
    for (const as of ['fieldagent', 'clientadmin', 'customer'] as const)
      expect(await toldOf(later, as)).toEqual([undefined]);
  });

  it('is told of a visit that waits for review too, with where it says that it was', async () => {
    const bytes = await newPicture();
    const first = await visitWith(bytes);
    await bring(first);
    const doubtful = await visitWith(bytes, { minutes: 3000 });
    const clean = await visitWith(await newPicture(), { minutes: 3000 });
    await bring(doubtful, clean);
    const { data } = await server.taken<{ data: WorkReview[] }>('GET', '/work-reviews', {
      as: 'manager',
      query: { pageSize: '200' },
    });
    const reviewOf = ({ id }: Visit) => data.find(({ _id }) => _id === id);
    const position = { missingReason: 'DENIED' };
    expect(reviewOf(doubtful)).toMatchObject({
      position,
      earlierVisits: [{ dispositionId: first.id, loanId: first.loanId }],
    });
    expect(reviewOf(clean)).toMatchObject({ position, earlierVisits: [] });
  });
});

/** Degrees of latitude of kilometres on the ground. */
const km = (length: number) => length / 111.19;

describe('a visit that nobody can have come to from the one before', () => {
  let loans: readonly string[];

  beforeAll(async () => {
    const { manager, fieldagent2 } = server.people;
    const held = { managerId: manager.id, fieldAgentId: fieldagent2.id };
    loans = await Promise.all([1, 2].map(() => server.addLoan(held)));
  });

  /** Visits of one agent as a new phone tells them: how many minutes ago, where, how exactly, and when the position was taken. */
  async function visit(
    visits: readonly { ago: number; at: number; exact?: number; taken?: number }[],
  ) {
    const own = sql`agent_id = ${server.people.fieldagent2.id}`;
    await server.db.execute(sql`delete from dispositions where ${own}`);
    const bodies = visits.map(({ ago: minutes, at, exact = 20, taken = minutes }, place) => {
      const where = { latitude: 19 + at, longitude: 72.8, accuracyMetres: exact };
      const position = { ...where, takenAt: ago(taken) };
      return visitOf(loans[place] ?? '', { position, recordedAt: ago(minutes) });
    });
    const device = await registerTestDevice(server, 'fieldagent2');
    const sealed = [];
    for (const body of bodies) {
      const work = { call: 'createFieldDisposition', loanId: body.loanId, body } as const;
      sealed.push(await device.seal({ ...work, opId: body._id }));
    }
    await device.deliver(sealed);
    return bodies;
  }

  /** What a reader is told of them, in their order. */
  async function marksFor(as: PersonName, visits: Awaited<ReturnType<typeof visit>>) {
    const path = '/call-disposition/caseHistory';
    const marks = [];
    for (const { _id: id, loanId } of visits) {
      const query = { loanId };
      const told = await server.taken<{ data: Disposition[] }>('GET', path, { as, query });
      const found = told.data.find(({ _id }) => _id === id);
      expect(found).toBeDefined();
      marks.push(found?.tooFarFrom);
    }
    return marks;
  }

  const FAR = [
    { ago: 20, at: 0 },
    { ago: 19, at: km(40) },
  ];

  it('names that one and how far it is, to those who look at the visits of others only', async () => {
    const visits = await visit(FAR);
    const [of, mark] = await marksFor('manager', visits);
    expect(of).toBeUndefined();
    expect(mark).toMatchObject({ dispositionId: visits[0]?._id, loanId: visits[0]?.loanId });
    expect(mark?.metres).toBeGreaterThan(39_900);
    expect(mark?.metres).toBeLessThan(40_100);
    for (const as of ['fieldagent2', 'clientadmin', 'customer'] as const)
      expect(await marksFor(as, visits)).toEqual([undefined, undefined]);
  });

  it.each([
    ['by car in the time', [{ ago: 60 }, { ago: 19, at: km(40) }]],
    ['with a rough position', [{ ago: 20 }, { ago: 19, at: km(40), exact: 38_000 }]],
    ['around the corner', [{ ago: 20 }, { ago: 20, at: km(2.5) }]],
    ['with a position of another time', [{ ago: 20 }, { ago: 19, at: km(40), taken: 90 }]],
  ])('is none of a visit %s', async (_, told) => {
    const visits = await visit(told.map((one) => ({ at: 0, ...one })));
    expect(await marksFor('manager', visits)).toEqual([undefined, undefined]);
  });

  it.each([
    '0000-01-01T00:00:00Z',
    `${'2026-11-01T10:00:00.'.padEnd(200, '0')}Z`,
    '2026-11-01T10:00:00+23:59',
  ])(
    'whose position was taken at %s, which no database knows, is read, and is no mark',
    async (takenAt) => {
      const visits = await visit(FAR);
      await server.db
        .execute(sql`update dispositions set position = jsonb_set(position, '{takenAt}', to_jsonb(${takenAt}::text))
        where id = any(${sql.param(visits.map(({ _id }) => _id))}::uuid[])`);
      expect(await marksFor('manager', visits)).toEqual([undefined, undefined]);
    },
  );
});
