import { describe, expect, it } from 'vitest';
import type { ContactPerson } from '../../contract/contact-person.ts';
import { testServer } from '../support/server.ts';

/* The address book over all clients and partners. */

const server = testServer();

const person = (change: object = {}) => ({
  name: 'Nandita Rao',
  designation: 'Collections head',
  matter: 'Settlements',
  phone: '022-6160 0000',
  email: 'nandita@example.com',
  ...change,
});

const add = (body: object) => server.call('POST', '/contacts', { as: 'admin', body });
const list = async (query: Record<string, string> = {}) =>
  (await server.call('GET', '/contacts', { as: 'admin', query })).json<{
    data: ContactPerson[];
    totalCount: number;
  }>();

describe('the address book', () => {
  it('has persons of clients and of partners, found by any part of them', async () => {
    const { X } = server.clients;
    expect((await add({ ...person(), clientId: X.id })).statusCode).toBe(200);
    const ofPartner = await add({
      ...person({ name: 'Suresh Pai' }),
      partnerId: server.people.partner.id,
    });
    expect(ofPartner.statusCode, ofPartner.body).toBe(200);
    expect((await list()).totalCount).toBe(2);
    expect((await list({ search: 'xenon' })).data).toMatchObject([
      { name: 'Nandita Rao', organisation: X.name, phone: '02261600000' },
    ]);
    expect((await list({ search: '616000' })).totalCount).toBe(2);
    expect((await list({ kind: 'partner' })).data).toMatchObject([
      { name: 'Suresh Pai', partnerId: server.people.partner.id, clientId: null },
    ]);
    expect((await list({ clientId: server.clients.Y.id })).totalCount).toBe(0);
  });

  it('takes nobody without a way to reach them, without an organisation, or of two', async () => {
    const { X } = server.clients;
    const wrong = [
      { ...person({ phone: '', email: '' }), clientId: X.id },
      { ...person({ email: 'nobody' }), clientId: X.id },
      person(),
      { ...person(), clientId: X.id, partnerId: server.people.partner.id },
    ];
    for (const body of wrong) expect((await add(body)).statusCode).toBe(400);
    // A manager is no partner.
    const strange = await add({ ...person(), partnerId: server.people.manager.id });
    expect(strange.statusCode).toBe(404);
  });

  it('is changed and shortened, and each change is in the audit trail', async () => {
    const added = await add({ ...person({ name: 'Old name' }), clientId: server.clients.Y.id });
    const id = added.json<{ _id: string }>()._id;
    await server.taken('PUT', `/contacts/${id}`, {
      as: 'admin',
      body: person({ name: 'New name', email: '' }),
    });
    expect((await list({ search: 'New name' })).data).toMatchObject([{ _id: id, email: null }]);
    expect((await server.call('DELETE', `/contacts/${id}`, { as: 'admin' })).statusCode).toBe(200);
    expect((await server.call('DELETE', `/contacts/${id}`, { as: 'admin' })).statusCode).toBe(404);
  });

  it('is the admins’ alone', async () => {
    for (const as of ['clientadmin', 'manager', 'partner', 'collector'] as const)
      expect((await server.call('GET', '/contacts', { as })).statusCode, as).toBe(403);
  });
});
