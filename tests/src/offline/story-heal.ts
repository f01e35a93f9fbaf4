import { expected } from './story-events.ts';
import { Random } from './story-random.ts';
import { tick } from './story-tabs.ts';
import type { Story } from './story.ts';

/** The network and the server are well again, and everybody logs in once more. */
export async function heal(story: Story): Promise<void> {
  story.random = new Random(1);
  Object.assign(story.server, { isOnline: true, faultRate: 0, refusalRate: 0, largestBatch: 100 });
  story.phone.quota.free();
  story.server.heldAt = null;
  story.server.decide();
  await story.kill();
  for (const user of story.users) {
    await story.logIn(user);
    await story.page.pull().catch(expected);
  }
  // A wipe that was still being carried out under the earlier session ends the new one too: the phone asks once more.
  const last = story.users[1];
  if (story.phone.local.get('recoup.token') !== last._id) await story.logIn(last);
  for (let round = 0; round < 4; round += 1) {
    await story.page.sendNow();
    const { unsent, othersUnsent } = await story.page.outboxSummary();
    if (unsent + othersUnsent === 0) break;
  }
  story.server.arriveLate();
  await tick();
  await story.page.pull();
  await story.look();
}
