import { businessDay } from '../../server/clock.ts';
import { percentTerms } from './incentive-terms.ts';
import { revenueOf } from './revenue.ts';
import type { TestServer } from './server.ts';

/** Sets targets, a portfolio, incentives and a fee, and begins an invoice, so that the screens about them have something to show. */
export async function prepareScreens(server: TestServer): Promise<void> {
  const { people, clients, context } = server;
  const month = `${businessDay(context.settings.businessTz).slice(0, 7)}-01`;
  const owners = ['manager', 'manager2', 'collector', 'collector3', 'fieldagent'] as const;
  const targets = owners.map((name) => ({ ownerId: people[name].id, amount: 5000, month }));
  const portfolio = { name: 'All', products: [], buckets: [], startsOn: null, endsOn: null };
  const answers = [
    await server.call('PUT', '/targets', { as: 'admin', body: { targets } }),
    await server.call('POST', '/portfolios', {
      as: 'admin',
      body: { ...portfolio, clientId: clients.X.id },
    }),
  ];
  const { X } = clients;
  const structure = {
    roleType: 'COLLECTOR',
    validFrom: month,
    validTo: null,
    terms: percentTerms(1),
  };
  const { agree } = revenueOf(() => server);
  answers.push(
    await server.call('PUT', `/incentive-structures/${X.id}`, { as: 'admin', body: structure }),
    await agree(month),
    await server.call('POST', '/invoices', { as: 'admin', body: { clientId: X.id, month } }),
  );
  for (const { statusCode, body } of answers)
    if (statusCode !== 200) throw new Error(`Not prepared: ${body}`);
}
