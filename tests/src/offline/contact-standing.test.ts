import { expect, it } from 'vitest';
import type { ContactFacts } from '../../../contract/contact-rules.ts';
import { contactStanding } from '../../../src/offline/contact-standing.ts';
import { FREE_CONTACT } from '../../support/free-contact.ts';
import type { OwnContact } from '../../../src/offline/contact-standing.ts';

const FACTS: ContactFacts = { ...FREE_CONTACT, daysAfterTalk: 2 };
const visited = (outcome: Pick<OwnContact, 'code' | 'disposition_class'>): OwnContact => ({
  _id: '00000000-0000-7000-8000-000000000001',
  channel: 'FIELD',
  disCreatedAt: '2026-11-25T05:00:00.000Z',
  ...outcome,
});
const NEXT_MORNING = Date.parse('2026-11-26T05:00:00.000Z');
const TALKED = visited({ code: 'FIELD_PTP', disposition_class: 'PTP' });
const NOT_MET = visited({ code: 'FIELD_DOOR_LOCKED', disposition_class: 'NOT_CONTACTED' });

it('the days of silence after a talk count from a visit that no pull has told of yet', () => {
  const ask = { channel: 'VISIT', at: NEXT_MORNING } as const;
  expect(contactStanding(FACTS, ask, [TALKED])).toMatchObject({
    reason: 'AFTER_TALK',
    until: new Date('2026-11-27T02:30:00.000Z'),
  });
  expect(contactStanding(FACTS, { ...ask, at: NEXT_MORNING + 86_400_000 }, [TALKED])).toMatchObject(
    { reason: null },
  );
  expect(contactStanding(FACTS, { channel: 'CALL', at: NEXT_MORNING }, [TALKED])).toMatchObject({
    reason: 'AFTER_TALK',
  });
});

it('nobody met is no talk', () => {
  const ask = { channel: 'VISIT', at: NEXT_MORNING } as const;
  expect(contactStanding(FACTS, ask, [NOT_MET])).toMatchObject({ reason: null });
});
