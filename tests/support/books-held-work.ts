import { sql } from 'drizzle-orm';
import type { WorkReview } from '../../contract/work-review.ts';
import type { StoryTools } from './books-told-money.ts';
import { paidVisit } from './money.ts';
import { registerTestDevice } from './test-device.ts';
import { ago } from './work.ts';

/** Minutes. No phone proves that its work is of tomorrow: in the books it is of now. */
const ONE_DAY = 1440;

/** Visits with money that come at a time that nothing proves: in no figure, until their manager takes them into the books. */
export class HeldWork {
  readonly tools: StoryTools;

  constructor(tools: StoryTools) {
    this.tools = tools;
  }

  /** Delivers one, looks at the list and decides, or leaves it there. */
  async work(): Promise<boolean> {
    const { server, oneId, amount, next, fault } = this.tools;
    const { id: agentId } = server.people.fieldagent;
    const loanId = await oneId(
      sql`select id from loans where field_agent_id = ${agentId} and status = 'ACTIVE'`,
    );
    if (loanId === null) return false;
    const money = amount(3000);
    const phone = await registerTestDevice(server, 'fieldagent');
    const body = paidVisit(loanId, money, {
      recordedAt: ago(-ONE_DAY),
      excessReason: 'Wants to be done',
    });
    const call = 'createFieldDisposition';
    const [receipt] = await phone.deliver([
      await phone.seal({ call, loanId, opId: body._id, body }),
    ]);
    if (receipt?.code !== 'IN_REVIEW') fault(`a visit of tomorrow: ${JSON.stringify(receipt)}`);
    await this.#expectListed(body._id, money);
    if (next() < 0.3) return true;
    await this.#decide(body._id, money);
    return true;
  }

  async #expectListed(opId: string, money: number): Promise<void> {
    const { server, fault } = this.tools;
    for (const as of ['admin', 'manager'] as const) {
      const query = { pageSize: '200' };
      const answer = await server.call('GET', '/work-reviews', { as, query });
      const { data } = answer.json<{ data: WorkReview[] }>();
      const shown = data.find(({ _id }) => _id === opId)?.amountCollected;
      if (shown !== money) fault(`/work-reviews as ${as}: ${shown} instead of ${money}`);
    }
  }

  async #decide(opId: string, money: number): Promise<void> {
    const { ask, next, server, fault } = this.tools;
    const isTaken = next() < 0.6;
    const decided = await ask(
      'POST',
      `/work-reviews/${isTaken ? 'accept' : 'refuse'}`,
      'manager',
      isTaken ? { _id: opId } : { _id: opId, reason: 'Nobody was there' },
    );
    if (decided.statusCode !== 200) return;
    const { rows } = await server.db.execute<{ amount: number }>(
      sql`select amount from receipts where disposition_id = ${opId}`,
    );
    const amounts = rows.map(({ amount }) => amount);
    if (JSON.stringify(amounts) !== JSON.stringify(isTaken ? [money] : []))
      fault(`work that was ${isTaken ? 'taken' : 'refused'} made receipts of ${amounts.join()}`);
  }
}
