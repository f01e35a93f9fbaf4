import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { clientCalls } from '../../../contract/client.ts';
import type {
  ContactPersonInput,
  NewClient,
  PortfolioInput,
} from '../../../contract/client-contract.ts';
import { contactPersonCalls } from '../../../contract/contact-person.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { portfolioCalls } from '../../../contract/portfolio.ts';
import { saveBlob } from '../../lib/download.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

const KEY = 'clients';
const LONG_MS = 60_000;
const MOST_OFFERED = 200;
/** Ten policies of 20 MB over an office's slow line. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** What narrows and orders the list of clients. */
export type ClientQuery = NonNullable<CallInput<typeof clientCalls.listClients>['query']>;
/** What narrows the address book. */
export type ContactQuery = NonNullable<CallInput<typeof contactPersonCalls.listContacts>['query']>;
/** Sections of a contract as they are changed. */
export type ClientChange = CallInput<typeof clientCalls.updateClient>['body'];
/** Whose person a contact is. */
export type ContactPlace = { clientId: string } | { partnerId: string };

/** A page of clients; the page before stays while the next is on its way. */
export function useClients(query: ClientQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => server.call(clientCalls.listClients, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A client's whole contract. */
export function useClient(id: string | null) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) =>
      server.call(clientCalls.readClient, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

/** What hangs on a client; always asked anew. */
export function useClientRemoval(id: string) {
  return useQuery({
    queryKey: [KEY, 'removal', id],
    queryFn: ({ signal }) =>
      server.call(clientCalls.readClientRemoval, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A page of the address book. */
export function useContacts(query: ContactQuery) {
  return useQuery({
    queryKey: [KEY, 'contacts', query],
    queryFn: ({ signal }) => server.call(contactPersonCalls.listContacts, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Managers who can be chosen for a client. */
export function useManagerOptions() {
  return useQuery({
    queryKey: [KEY, 'managers'],
    queryFn: ({ signal }) =>
      server.call(
        peopleCalls.listManagers,
        { query: { pageSize: MOST_OFFERED, sort: 'fullName' } },
        { signal },
      ),
    staleTime: LONG_MS,
    select: (page) => page.data.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
  });
}

/** Lenders to choose from. */
export function useClientOptions() {
  return useQuery({
    queryKey: [KEY, 'names'],
    queryFn: ({ signal }) => server.call(clientCalls.listClientNames, {}, { signal }),
    staleTime: LONG_MS,
    select: ({ data }) => data.map(({ _id, Client_Name }) => ({ value: _id, label: Client_Name })),
  });
}

/** Partners to choose from. */
export function usePartnerOptions() {
  return useQuery({
    queryKey: [KEY, 'partners'],
    queryFn: ({ signal }) =>
      server.call(
        partnerCalls.listPartners,
        { query: { pageSize: MOST_OFFERED, sort: 'firmName' } },
        { signal },
      ),
    staleTime: LONG_MS,
    select: (page) => page.data.map(({ _id, firmName }) => ({ value: _id, label: firmName })),
  });
}

/** A write after which everything that is shown of clients is read again. Quiet: who asked says what went wrong. */
function useClientChange<Input, Answer>(send: (input: Input) => Promise<Answer>, isQuiet = true) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { isQuiet },
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Stores a new client with its policies, whole or not at all. */
export function useCreateClient() {
  return useClientChange(({ body, policies }: { body: NewClient; policies: readonly File[] }) =>
    server.call(
      clientCalls.createClient,
      policies.length === 0 ? { body } : { body, files: { policy: policies } },
      { timeoutMs: UPLOAD_TIMEOUT_MS },
    ),
  );
}

/** Changes sections of a client's contract. */
export function useUpdateClient(id: string) {
  return useClientChange((body: ClientChange) =>
    server.call(clientCalls.updateClient, { params: { id }, body }),
  );
}

const isOfTheGone = (key: readonly unknown[]) => key[1] === 'removal' || key[1] === 'one';

/** Removes a client. What was read of it itself is not asked for again: it is gone. */
export function useRemoveClient() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => server.call(clientCalls.removeClient, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({
        queryKey: [KEY],
        predicate: ({ queryKey }) => !isOfTheGone(queryKey),
      });
    },
  });
}

/** Adds policies to a client. */
export function useAddPolicies(id: string) {
  return useClientChange(
    (files: readonly File[]) =>
      server.call(
        clientCalls.addPolicies,
        { params: { id }, files: { policy: files } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    false,
  );
}

/** Removes a policy. */
export function useRemovePolicy(id: string) {
  return useClientChange(
    (policyId: string) => server.call(clientCalls.removePolicy, { params: { id, policyId } }),
    false,
  );
}

/** Hands a policy to the person as a file. */
export function useDownloadPolicy(id: string) {
  return useMutation({
    mutationFn: async (policyId: string) =>
      saveBlob(
        await server.download(
          clientCalls.getPolicy,
          { params: { id, policyId } },
          { timeoutMs: UPLOAD_TIMEOUT_MS },
        ),
      ),
  });
}

/** Adds a portfolio, or changes one. */
export function useSavePortfolio() {
  return useClientChange(
    ({
      portfolio,
      place,
    }: {
      portfolio: PortfolioInput;
      place: { clientId: string } | { id: string; revision: number };
    }) =>
      'id' in place
        ? server.call(portfolioCalls.updatePortfolio, {
            params: { id: place.id },
            body: { ...portfolio, revision: place.revision },
          })
        : server.call(portfolioCalls.createPortfolio, { body: { ...portfolio, ...place } }),
  );
}

/** Removes a portfolio. */
export function useRemovePortfolio() {
  return useClientChange(
    (id: string) => server.call(portfolioCalls.removePortfolio, { params: { id } }),
    false,
  );
}

/** Adds a contact person, or changes one. */
export function useSaveContact() {
  return useClientChange(
    ({ contact, place }: { contact: ContactPersonInput; place: ContactPlace | { id: string } }) =>
      'id' in place
        ? server.call(contactPersonCalls.updateContact, { params: { id: place.id }, body: contact })
        : server.call(contactPersonCalls.createContact, { body: { ...contact, ...place } }),
  );
}

/** Removes a contact person. */
export function useRemoveContact() {
  return useClientChange(
    (id: string) => server.call(contactPersonCalls.removeContact, { params: { id } }),
    false,
  );
}

/** Whose drafts this tab keeps; empty when nobody is logged in. */
export const currentUserId = (): string => storedUser()?._id ?? '';
