import { parseFields } from '../../../contract/errors.ts';
import { partnerChangeSchema, partnerInputSchema } from '../../../contract/partner.ts';
import type { PartnerDetail } from '../../../contract/partner.ts';
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
  /** The one that the form stands on; a new partner has none. */
  revision?: number | undefined;
}

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
    revision: partner?.revision,
  };
}

/** What the calls take of a filled-in form. */
export function partnerBody(values: PartnerValues): PartnerBody {
  const { password, sharePercent, contacts, revision, ...texts } = values;
  return {
    ...texts,
    ...(password !== '' && { password }),
    sharePercent: sharePercent.trim() === '' ? Number.NaN : Number(sharePercent),
    contacts: contacts.map(({ _id, ...contact }) =>
      Object.assign(contact, _id === '' ? {} : { _id }),
    ),
    ...(revision !== undefined && { revision }),
  };
}

/** A filled-in form by the rules of its call. */
export const checkPartner = (isNew: boolean) => (values: PartnerValues) => {
  const checked = parseFields<unknown>(
    isNew ? partnerInputSchema : partnerChangeSchema,
    partnerBody(values),
  );
  return checked.problems === null ? { data: values, problems: null } : checked;
};
