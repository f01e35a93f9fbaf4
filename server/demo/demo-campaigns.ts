import { DEFAULT_CAMPAIGN } from '../../contract/campaign.ts';
import { loanFilterSchema } from '../../contract/loan-calls.ts';
import { addCampaign } from '../campaigns/campaign-service.ts';
import { addListByFilter } from '../campaigns/campaign-list-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { DEMO_PREDICTIVE_PROCESS, demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';

/** The first bucket, as the demo's lenders name it. */
const FIRST_BUCKET = '1';
const MOST_LEADS = 60;

/** The demo dialer's campaign with a list of loans, paused: nobody is called until somebody runs it. */
export async function createDemoCampaign(context: Context, actors: DemoActors): Promise<void> {
  const admin = demoActor(actors, 'admin');
  await runCommand(context.db, admin, async (command) => {
    const campaignId = await addCampaign(command, admin, {
      ...DEFAULT_CAMPAIGN,
      name: DEMO_PREDICTIVE_PROCESS,
      callerIds: ['1600220101', '1600220102'],
      trunks: 10,
    });
    await addListByFilter(command, admin, {
      campaignId,
      name: 'Bucket 1, largest dues',
      matching: loanFilterSchema.parse({ bucket: FIRST_BUCKET }),
      most: MOST_LEADS,
    });
  });
}
