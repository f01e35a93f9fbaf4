import type { Partner, PartnerDetail } from '../../contract/partner.ts';
import type { TestServer } from './server.ts';

let made = 0;

/** A partner's form, each with names of its own. */
export const formOf = (more: object = {}) => {
  made += 1;
  return {
    username: `firm${made}`,
    email: `firm${made}@partners.example`,
    password: 'Tamarind-Kettle-71',
    fullName: `Partner Number${made}`,
    phone: '+91 98765 43210',
    firmName: `Firm ${made}`,
    address: '12 Station Road, Pune',
    gst: '27 aapfu0939f 1zv',
    pan: 'aapfu0939f',
    sharePercent: 12.25,
    contacts: [
      { name: 'Usha Rao', matter: 'Invoices', designation: '', phone: '020 2612 3456', email: '' },
    ],
    ...more,
  };
};

/** Partners as an admin makes and sees them. */
export function partnerDesk(server: () => TestServer) {
  const create = (more: object = {}) =>
    server().call('POST', '/partner', { as: 'admin', body: formOf(more) });
  const createdId = async (more: object = {}): Promise<string> =>
    (await create(more)).json<{ data: PartnerDetail }>().data._id;
  const read = async (id: string) =>
    (await server().call('GET', `/partner/id/${id}`, { as: 'admin' })).json<{
      data: PartnerDetail;
    }>().data;
  const list = async (query: Record<string, string> = {}) =>
    (await server().call('GET', '/partner/all', { as: 'admin', query })).json<{
      data: Partner[];
      totalCount: number;
    }>();
  const logIn = async (email: string, password: string) =>
    (await server().call('POST', '/login', { as: null, body: { email, password } })).json<{
      auth: boolean;
    }>().auth;

  return { create, createdId, read, list, logIn };
}
