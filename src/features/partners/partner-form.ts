import { z } from 'zod';
import type { PartnerDetail } from '../../../contract/partner.ts';
import { isGstin, isGstinOfPan, isPan } from '../../../contract/tax-numbers.ts';
import type { PartnerBody } from './partner-queries.ts';

/** A contact person as the form holds it; '' for none. */
interface ContactValues {
  _id: string;
  name: string;
  designation: string;
  matter: string;
  phone: string;
  email: string;
}

/** A partner as its form holds it: texts as typed, '' for none. */
export interface PartnerValues {
  username: string;
  email: string;
  password: string;
  fullName: string;
  phone: string;
  firmName: string;
  address: string;
  gst: string;
  pan: string;
  sharePercent: string;
  contacts: ContactValues[];
}

/** The sentences under wrong fields; keys of `partners.problems`. */
type PartnerProblem =
  | 'username'
  | 'usernameSigns'
  | 'email'
  | 'password'
  | 'fullName'
  | 'phone'
  | 'firmName'
  | 'gst'
  | 'pan'
  | 'panOther'
  | 'sharePercent'
  | 'contactName'
  | 'contactPhone'
  | 'contactWay'
  | 'tooLong';

/** A contact person that is not filled in yet. */
export const NO_CONTACT: ContactValues = {
  _id: '',
  name: '',
  designation: '',
  matter: '',
  phone: '',
  email: '',
};

/** The form's values: those of a partner, or an empty form. */
export function partnerValues(partner: PartnerDetail | null): PartnerValues {
  return {
    username: partner?.username ?? '',
    email: partner?.email ?? '',
    password: '',
    fullName: partner?.fullName ?? '',
    phone: partner?.phone ?? '',
    firmName: partner?.firmName ?? '',
    address: partner?.address ?? '',
    gst: partner?.gst ?? '',
    pan: partner?.pan ?? '',
    sharePercent: partner === null ? '' : String(partner.sharePercent),
    contacts: (partner?.contacts ?? []).map(({ _id, ...contact }) => ({
      _id,
      name: contact.name,
      designation: contact.designation ?? '',
      matter: contact.matter ?? '',
      phone: contact.phone ?? '',
      email: contact.email ?? '',
    })),
  };
}

/** What the calls take of a filled-in form. */
export function partnerBody(values: PartnerValues, revision: number | undefined): PartnerBody {
  const { password, sharePercent, contacts, ...texts } = values;
  return {
    ...texts,
    ...(password !== '' && { password }),
    sharePercent: Number(sharePercent),
    contacts: contacts.map(({ _id, ...contact }) =>
      Object.assign(contact, _id === '' ? {} : { _id }),
    ),
    ...(revision !== undefined && { revision }),
  };
}

const USERNAME = /^[\p{L}\p{N}._@+-]+$/u;
const MOBILE = /^[6-9]\d{9}$/;
const PHONE = /^\+?\d{6,15}$/;
const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;
const PASSWORD_LEAST = 8;

const tax = (text: string) => text.toUpperCase().replace(/[\s-]/g, '');
const mobile = (text: string) => text.replace(/[\s-]/g, '').replace(/^(\+?91|0)(?=\d{10}$)/, '');
const isEmail = (text: string) => z.email().safeParse(text.trim()).success;
const isSet = (text: string) => text.trim() !== '';

/** The form's rules (spec 5 for the account), with the sentence of each in the reader's language. */
export function partnerFormSchema(isNew: boolean, words: (problem: PartnerProblem) => string) {
  const says = (problem: PartnerProblem) => ({ error: words(problem) });
  const text = (most: number) => z.string().max(most, says('tooLong'));
  const contact = z
    .object({
      _id: z.string(),
      name: text(120).refine(isSet, says('contactName')),
      designation: text(120),
      matter: text(120),
      phone: z
        .string()
        .refine(
          (typed) => !isSet(typed) || PHONE.test(typed.replace(/[\s().-]/g, '')),
          says('contactPhone'),
        ),
      email: text(254).refine((typed) => !isSet(typed) || isEmail(typed), says('email')),
    })
    .refine(({ phone, email }) => isSet(phone) || isSet(email), {
      path: ['phone'],
      ...says('contactWay'),
    });
  return z
    .object({
      username: text(60)
        .refine(isSet, says('username'))
        .refine((typed) => !isSet(typed) || USERNAME.test(typed.trim()), says('usernameSigns')),
      email: text(254).refine(isEmail, says('email')),
      password: text(1024).refine(
        (typed) => typed.length >= PASSWORD_LEAST || (typed === '' && !isNew),
        says('password'),
      ),
      fullName: text(120).refine(isSet, says('fullName')),
      phone: z
        .string()
        .refine((typed) => !isSet(typed) || MOBILE.test(mobile(typed)), says('phone')),
      firmName: text(200).refine(isSet, says('firmName')),
      address: text(500),
      gst: z.string().refine((typed) => !isSet(typed) || isGstin(tax(typed)), says('gst')),
      pan: z.string().refine((typed) => !isSet(typed) || isPan(tax(typed)), says('pan')),
      sharePercent: z
        .string()
        .trim()
        .refine((typed) => PERCENT.test(typed) && Number(typed) <= 100, says('sharePercent')),
      contacts: z.array(contact),
    })
    .refine(({ gst, pan }) => !isSet(gst) || !isSet(pan) || isGstinOfPan(tax(gst), tax(pan)), {
      path: ['pan'],
      ...says('panOther'),
    });
}
