import type { BodyOf, QueryOf } from '../../../contract/call.ts';
import { clientCalls } from '../../../contract/client.ts';
import type {
  ContactPersonInput,
  NewClient,
  PortfolioInput,
} from '../../../contract/client-contract.ts';
import { contactPersonCalls } from '../../../contract/contact-person.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { portfolioCalls } from '../../../contract/portfolio.ts';
import { useCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

/** Ten policies of 20 MB over an office's slow line, milliseconds. */
export const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** What narrows and orders the list of clients. */
export type ClientQuery = QueryOf<typeof clientCalls.listClients>;

/** What narrows the address book. */
export type ContactQuery = QueryOf<typeof contactPersonCalls.listContacts>;

/** Sections of a contract as they are changed. */
export type ClientChange = BodyOf<typeof clientCalls.updateClient>;

/** Whose person a contact is. */
export type ContactPlace = { clientId: string } | { partnerId: string };

/** A page of clients; the page before stays while the next is on its way. */
export function useClients(query: ClientQuery) {
  return useCallQuery(clientCalls.listClients, { query }, { keepsPrevious: true });
}

/** A client's whole contract. */
export function useClient(id: string | null) {
  return useCallQuery(clientCalls.readClient, id === null ? null : { params: { id } });
}

/** What hangs on a client; always asked anew. */
export function useClientRemoval(id: string) {
  return useCallQuery(clientCalls.readClientRemoval, { params: { id } }, readWhenOpened);
}

/** A page of the address book. */
export function useContacts(query: ContactQuery) {
  return useCallQuery(contactPersonCalls.listContacts, { query }, { keepsPrevious: true });
}

/** Partners to choose from. */
export function usePartnerOptions() {
  const query = { sort: 'firmName' } as const;
  const kept = { staleTime: 60_000, isWhole: true };
  const asked = useCallQuery(partnerCalls.listPartners, { query }, kept);
  return (asked.data?.data ?? []).map(({ _id, firmName }) => ({ value: _id, label: firmName }));
}

/** A form keeps what it began with when it is refused; whoever asked says what went wrong. */
const ofForm = { changes: ['clients'], readsAgain: 'done', isQuiet: true } as const;

/** Stores a new client with its policies, whole or not at all. */
export function useCreateClient() {
  return useCommand(
    ({ body, policies }: { body: NewClient; policies: readonly File[] }) =>
      server.call(
        clientCalls.createClient,
        policies.length === 0 ? { body } : { body, files: { policy: policies } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    ofForm,
  );
}

/** Changes sections of a client's contract. */
export function useUpdateClient(id: string) {
  return useCommand(
    (body: ClientChange) => server.call(clientCalls.updateClient, { params: { id }, body }),
    ofForm,
  );
}

/** Adds a portfolio, or changes one. */
export function useSavePortfolio() {
  return useCommand(
    ({
      portfolio,
      place,
    }: {
      portfolio: PortfolioInput & { revision?: number | undefined };
      place: { clientId: string } | { id: string };
    }) =>
      'id' in place
        ? server.call(portfolioCalls.updatePortfolio, {
            params: { id: place.id },
            body: { ...portfolio, revision: portfolio.revision ?? 0 },
          })
        : server.call(portfolioCalls.createPortfolio, { body: { ...portfolio, ...place } }),
    ofForm,
  );
}

/** Adds a contact person, or changes one. */
export function useSaveContact() {
  return useCommand(
    ({
      contact,
      place,
    }: {
      contact: ContactPersonInput & { revision?: number | undefined };
      place: ContactPlace | { id: string };
    }) =>
      'id' in place
        ? server.call(contactPersonCalls.updateContact, {
            params: { id: place.id },
            body: contact,
          })
        : server.call(contactPersonCalls.createContact, { body: { ...contact, ...place } }),
    ofForm,
  );
}

/** Whose drafts this tab keeps; empty when nobody is logged in. */
export const currentUserId = (): string => storedUser()?._id ?? '';
