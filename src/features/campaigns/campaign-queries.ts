import { campaignCalls as calls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import type { ListMapping } from '../../../contract/campaign-list.ts';
import type { QueryOf } from '../../../contract/call.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

/** The place of the campaigns' screen. */
export const CAMPAIGNS_PATH = '/predictive-list-upload';

/** The place of one campaign. */
export const campaignPath = (id: string): string => `${CAMPAIGNS_PATH}?campaign=${id}`;

const POLL_MS = 5000;
const LOADING_POLL_MS = 1000;

/** A list's file may be large, milliseconds. */
export const LIST_TIMEOUT_MS = 120_000;

const isRunning = ({ state }: Pick<Campaign, 'state'>) => state === 'RUNNING';

/** A page of campaigns; figures of running ones move by themselves. */
export function useCampaigns(query: QueryOf<typeof calls.listCampaigns>) {
  return useCallQuery(
    calls.listCampaigns,
    { query },
    {
      keepsPrevious: true,
      isBackground: true,
      refetchInterval: whileMoving(POLL_MS, ({ data }) => data.some(isRunning)),
    },
  );
}

/** One campaign with its figures. */
export function useCampaign(id: string) {
  return useCallQuery(
    calls.getCampaign,
    { params: { id } },
    { isBackground: true, refetchInterval: whileMoving(POLL_MS, isRunning) },
  );
}

/** A page of a campaign's lists; asked again while one is being loaded. */
export function useLists(id: string, query: QueryOf<typeof calls.listCampaignLists>) {
  return useCallQuery(
    calls.listCampaignLists,
    { params: { id }, query },
    {
      keepsPrevious: true,
      isBackground: true,
      staleTime: 0,
      refetchInterval: whileMoving(LOADING_POLL_MS, ({ data }) =>
        data.some(({ state }) => state === 'LOADING'),
      ),
    },
  );
}

/** All lists of a campaign, to choose from. */
export function useAllLists(id: string) {
  return useCallQuery(calls.listCampaignLists, { params: { id }, query: {} }, { isWhole: true });
}

/** A page of a campaign's agents and of those who could join. */
export function useCampaignAgents(id: string, query: QueryOf<typeof calls.listCampaignAgents>) {
  return useCallQuery(calls.listCampaignAgents, { params: { id }, query }, { keepsPrevious: true });
}

/** A chosen file and the sheet of it that is read. */
export interface ChosenList {
  file: File;
  /** Null: the first that fits. */
  sheetName: string | null;
}

const sheetField = ({ sheetName }: ChosenList) => (sheetName === null ? {} : { sheetName });

/** Looks into a list's file. */
export function useLookIntoList() {
  return useCommand((chosen: ChosenList) =>
    server.call(
      calls.lookIntoList,
      { body: sheetField(chosen), files: { file: [chosen.file] } },
      { timeoutMs: LIST_TIMEOUT_MS },
    ),
  );
}

/** Uploads a list. */
export function useUploadList() {
  return useCommand(
    ({
      chosen,
      mapping,
      ...given
    }: {
      campaignId: string;
      name: string;
      chosen: ChosenList;
      mapping: ListMapping;
    }) =>
      server.call(
        calls.uploadList,
        {
          body: { ...given, mapping, ...sheetField(chosen) },
          files: { file: [chosen.file] },
        },
        { timeoutMs: LIST_TIMEOUT_MS },
      ),
    { changes: ['campaigns'] },
  );
}
