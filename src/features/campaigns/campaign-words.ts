import type { Campaign } from '../../../contract/campaign.ts';
import type { CampaignLead } from '../../../contract/campaign-list.ts';
import type { Tone } from '../../components/status-chip.tsx';

/** The place of the campaigns' screen. */
export const CAMPAIGNS_PATH = '/predictive-list-upload';

/** The place of one campaign. */
export const campaignPath = (id: string): string => `${CAMPAIGNS_PATH}?campaign=${id}`;

/** How a campaign's state looks. */
export const CAMPAIGN_TONES: Readonly<Record<Campaign['state'], Tone>> = {
  RUNNING: 'good',
  PAUSED: 'warn',
  ENDED: 'quiet',
};

/** How a lead's state looks. */
export const LEAD_TONES: Readonly<Record<CampaignLead['state'], Tone>> = {
  READY: 'info',
  CALLING: 'good',
  DONE: 'quiet',
  STOPPED: 'warn',
};
