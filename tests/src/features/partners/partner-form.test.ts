import { describe, expect, it } from 'vitest';
import { partnerInputSchema } from '../../../../contract/partner.ts';
import {
  NO_CONTACT,
  checkPartner,
  partnerBody,
  partnerValues,
} from '../../../../src/features/partners/partner-form.ts';
import type { PartnerValues } from '../../../../src/features/partners/partner-form.ts';

const filled: PartnerValues = {
  ...partnerValues(null),
  username: 'sahyadri',
  email: 'a@sahyadri.example',
  password: 'Tamarind-Kettle-71',
  fullName: 'Asha Patil',
  firmName: 'Sahyadri',
  sharePercent: '12.5',
};

/** The problems of a form, by the field's path. */
function problemsOf(values: PartnerValues, isNew = true): Record<string, string> {
  const problems = checkPartner(isNew)(values).problems ?? [];
  return Object.fromEntries(problems.toReversed().map(({ path, code }) => [path, code]));
}

describe("a partner's form", () => {
  it('takes what is needed and nothing more, and gives what the call takes', () => {
    expect(problemsOf(filled)).toEqual({});
    expect(partnerInputSchema.safeParse(partnerBody(filled)).success).toBe(true);
  });

  it('names each wrong field', () => {
    const empty = problemsOf(partnerValues(null));
    expect(Object.keys(empty).toSorted()).toEqual(
      ['email', 'firmName', 'fullName', 'password', 'sharePercent', 'username'].toSorted(),
    );
    expect(problemsOf({ ...filled, gst: '27AAPFU0939F1ZX' })).toEqual({ gst: 'not-a-gst' });
    expect(problemsOf({ ...filled, gst: '27aapfu0939f1zv', pan: 'AABCT3518Q' })).toEqual({
      pan: 'pan-of-other-gst',
    });
    expect(problemsOf({ ...filled, sharePercent: '100.01' })).toEqual({
      sharePercent: 'too-large',
    });
    expect(problemsOf({ ...filled, phone: '12345' })).toEqual({ phone: 'not-a-mobile' });
  });

  it('asks no password when editing, unless a new one is too short', () => {
    expect(problemsOf({ ...filled, password: '' }, false)).toEqual({});
    expect(problemsOf({ ...filled, password: 'short' }, false)).toEqual({
      password: 'password-short',
    });
    expect(partnerBody({ ...filled, password: '', revision: 3 })).not.toHaveProperty('password');
    expect(partnerBody({ ...filled, password: '', revision: 3 })).toMatchObject({ revision: 3 });
  });

  it('wants a name and a way to reach of a contact person', () => {
    expect(problemsOf({ ...filled, contacts: [NO_CONTACT] })).toEqual({
      'contacts.0.name': 'name-missing',
      'contacts.0.phone': 'no-way',
    });
    const usha = { ...NO_CONTACT, name: 'Usha Rao', phone: '020 2612 3456' };
    expect(problemsOf({ ...filled, contacts: [usha] })).toEqual({});
    expect(partnerBody({ ...filled, contacts: [usha] }).contacts?.[0]).not.toHaveProperty('_id');
  });
});
