import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import type { ListLook, ListMapping } from '../../../contract/campaign-list.ts';
import type { CallInput } from '../../../contract/call.ts';
import { dispositionCalls } from '../../../contract/disposition.ts';
import { loanImportCalls } from '../../../contract/loan-import.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'campaigns';
const POLL_MS = 5000;
const LOADING_POLL_MS = 1000;
const UPLOAD_TIMEOUT_MS = 120_000;

type Query<
  Call extends 'listCampaigns' | 'listCampaignLists' | 'listLeads' | 'listCampaignAgents',
> = NonNullable<CallInput<(typeof campaignCalls)[Call]>['query']>;

/** A page of campaigns; figures of running ones move by themselves. */
export function useCampaigns(query: Query<'listCampaigns'>) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) =>
      server.call(campaignCalls.listCampaigns, { query }, { signal, isBackground: true }),
    placeholderData: keepPreviousData,
    refetchInterval: (asked) =>
      asked.state.data?.data.some(({ state }) => state === 'RUNNING') ? POLL_MS : false,
  });
}

/** One campaign with its figures. */
export function useCampaign(id: string) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) =>
      server.call(campaignCalls.getCampaign, { params: { id } }, { signal, isBackground: true }),
    refetchInterval: (asked) => (asked.state.data?.state === 'RUNNING' ? POLL_MS : false),
  });
}

/** The lenders whose campaigns the person may make. */
export function useCampaignClients() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) => server.call(loanImportCalls.listClientNames, {}, { signal }),
    select: (answer) => answer.data,
  });
}

/** The catalogue of dispositions. */
export function useDispositionCodes() {
  return useQuery({
    queryKey: [KEY, 'codes'],
    queryFn: ({ signal }) => server.call(dispositionCalls.listDispositionCodes, {}, { signal }),
    select: (answer) => answer.data,
    staleTime: 300_000,
  });
}

/** Something about campaigns changed on the server: what shows them is read anew. */
function useChange<Given, Answer>(
  mutationFn: (given: Given) => Promise<Answer>,
  onDone: (answer: Answer) => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      onDone(answer);
      void client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}

/** Makes a campaign. */
export function useCreateCampaign() {
  return useChange((body: CallInput<typeof campaignCalls.createCampaign>['body']) =>
    server.call(campaignCalls.createCampaign, { body }),
  );
}

/** Changes a campaign's settings. */
export function useChangeCampaign() {
  return useChange((body: CallInput<typeof campaignCalls.changeCampaign>['body']) =>
    server.call(campaignCalls.changeCampaign, { body }),
  );
}

/** Runs, pauses or ends a campaign. */
export function useMoveCampaign() {
  return useChange((body: { _id: string; state: Campaign['state'] }) =>
    server.call(campaignCalls.moveCampaign, { body }),
  );
}

/** A page of a campaign's lists; asked again while one is being loaded. */
export function useLists(id: string, query: Query<'listCampaignLists'>) {
  return useQuery({
    queryKey: [KEY, 'lists', id, query],
    queryFn: ({ signal }) =>
      server.call(
        campaignCalls.listCampaignLists,
        { params: { id }, query },
        { signal, isBackground: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: (asked) =>
      asked.state.data?.data.some(({ state }) => state === 'LOADING') ? LOADING_POLL_MS : false,
  });
}

/** A chosen file and the sheet of it that is read. */
export interface ChosenList {
  file: File;
  /** Null: the first that fits. */
  sheetName: string | null;
}

const sheetField = ({ sheetName }: ChosenList) => (sheetName === null ? {} : { sheetName });

/** Looks into a list's file. */
export function useLookIntoList(onDone: (look: ListLook) => void) {
  return useMutation({
    mutationFn: (chosen: ChosenList) =>
      server.call(
        campaignCalls.lookIntoList,
        { body: sheetField(chosen), files: { file: [chosen.file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: onDone,
  });
}

/** Uploads a list. */
export function useUploadList(onDone: () => void) {
  return useChange(
    (given: { campaignId: string; name: string; chosen: ChosenList; mapping: ListMapping }) =>
      server.call(
        campaignCalls.uploadList,
        {
          body: {
            campaignId: given.campaignId,
            name: given.name,
            mapping: JSON.stringify(given.mapping),
            ...sheetField(given.chosen),
          },
          files: { file: [given.chosen.file] },
        },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    onDone,
  );
}

/** Makes a list of the loans that match. */
export function useChooseList(onDone: (leadCount: number) => void) {
  return useChange(
    (body: CallInput<typeof campaignCalls.chooseList>['body']) =>
      server.call(campaignCalls.chooseList, { body }, { timeoutMs: UPLOAD_TIMEOUT_MS }),
    ({ leadCount }) => onDone(leadCount),
  );
}

/** Renames, switches or moves a list. */
export function useChangeList() {
  return useChange((body: CallInput<typeof campaignCalls.changeList>['body']) =>
    server.call(campaignCalls.changeList, { body }),
  );
}

/** Removes a list. */
export function useRemoveList(onDone: () => void) {
  return useChange(
    (_id: string) => server.call(campaignCalls.removeList, { body: { _id } }),
    onDone,
  );
}

/** A page of a campaign's leads. */
export function useLeads(id: string, query: Query<'listLeads'>) {
  return useQuery({
    queryKey: [KEY, 'leads', id, query],
    queryFn: ({ signal }) =>
      server.call(campaignCalls.listLeads, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Leads begin anew. */
export function useResetLeads(onDone: (reset: number) => void) {
  return useChange(
    (body: CallInput<typeof campaignCalls.resetLeads>['body']) =>
      server.call(campaignCalls.resetLeads, { body }),
    ({ reset }) => onDone(reset),
  );
}

/** A page of a campaign's agents and of those who could join. */
export function useCampaignAgents(id: string, query: Query<'listCampaignAgents'>) {
  return useQuery({
    queryKey: [KEY, 'agents', id, query],
    queryFn: ({ signal }) =>
      server.call(campaignCalls.listCampaignAgents, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Agents join a campaign and leave it. */
export function useAssignAgents(onDone: () => void) {
  return useChange(
    (body: { _id: string; join?: string[]; leave?: string[] }) =>
      server.call(campaignCalls.assignCampaignAgents, { body }),
    onDone,
  );
}
