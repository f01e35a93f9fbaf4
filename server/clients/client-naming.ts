import type { Actor } from '../access/actor.ts';
import { renameLenderInRules } from '../allocation-rules/rule-lender-service.ts';
import { renameLenderInRuns } from '../allocation-runs/run-lender-service.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import type { TextChange } from '../database/json-list.ts';
import { renameLenderInCards } from '../predictions/card-lender-service.ts';
import { renameLenderInReports } from '../reports/view-lender-service.ts';
import { renameLenderInCharts } from '../visualizations/chart-lender-service.ts';

/* Views, charts, rules and models' cards store lenders by name: what they say is kept to the lender that they mean. */

async function renameInShown(tx: Db, change: TextChange): Promise<void> {
  await renameLenderInReports(tx, change);
  await renameLenderInCards(tx, change);
  await renameLenderInCharts(tx, change);
}

const earlier = (name: string): TextChange => ({ from: name, to: `${name} (earlier lender)` });

/**
 * Marks a name that a lender is about to take wherever it is stored already: an earlier lender is meant there, renamed or
 * removed since. The name must be free, and held by `refuseTakenNames`.
 */
export async function markTakenName(tx: Db, name: string): Promise<void> {
  await renameInShown(tx, earlier(name));
}

/** Marks a removed lender's name in the rules that name it; one that is written later can mean a lender to come. */
export async function markRemovedName(command: Command, actor: Actor, name: string): Promise<void> {
  await renameLenderInRules(command, actor, earlier(name));
}

/** Puts a lender's new name in the place of its old one wherever it is stored. */
export async function renameStored(
  command: Command,
  actor: Actor,
  change: TextChange,
): Promise<void> {
  await renameLenderInRules(command, actor, change);
  await renameLenderInRuns(command.tx, change);
  await markTakenName(command.tx, change.to);
  await renameInShown(command.tx, change);
}
