import { fieldProblem } from '../../contract/errors.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { peopleCalls } from '../../contract/people.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, notFound } from '../errors.ts';
import { moveToManager } from './person-handover.ts';
import { readPerson } from './person-rows.ts';
import { lockPeople } from './person-rules.ts';

/**
 * Moves a collector or field agent, with its loans, to another manager. Throws 404, 422 for a manager that can't be chosen
 * and for somebody who has none.
 */
export async function moveCollector(
  context: Context,
  actor: Actor,
  { id, managerId }: { id: string; managerId: string },
): Promise<CallAnswer<typeof peopleCalls.moveCollector>> {
  return runCommand(context.db, actor, async (command) => {
    // Together, in one order for everybody: two who move people crosswise don't wait for each other.
    const locked = await lockPeople(command.tx, actor, [id, managerId]);
    const person = locked.find((one) => one.id === id.toLowerCase());
    if (!person) throw notFound('This person');
    if (person.managerId === managerId.toLowerCase())
      throw againstRules('SAME_MANAGER', 'This person is in that team already.', [
        fieldProblem('managerId', 'same-manager'),
      ]);
    const movedLoans = await moveToManager(command, actor, person, managerId);
    return { data: await readPerson(command.tx, actor, id), movedLoans };
  });
}
