import type { FastifyInstance } from 'fastify';
import { allocationRuleCalls } from '../../contract/allocation-rule-calls.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listAgentSkills, pasteAgentSkills, setAgentSkills } from './agent-skill-service.ts';
import { countFitting, dryRun } from './dry-run.ts';
import { explainLoan } from './loan-explanation.ts';
import { readRuleChoices } from './rule-choices.ts';
import { listRuleLoans } from './rule-loans.ts';
import { readRuleSet } from './rule-rows.ts';
import { addRule, changeRule, orderRules, removeRule, setRuleActive } from './rule-service.ts';
import { sendRuleSheet } from './rule-sheet-writing.ts';
import { uploadRules } from './rule-sheet.ts';
import { listVersions, readVersion, restoreVersion } from './rule-versions.ts';
import { listSortingRules, previewSorting, saveSortingRule } from './sorting-rules.ts';

const calls = allocationRuleCalls;

function registerRules(app: FastifyInstance, context: Context): void {
  registerCall(app, context, calls.listAllocationRules, async () => readRuleSet(context.db));
  registerCall(app, context, calls.readRuleChoices, async ({ actor }) =>
    readRuleChoices(context.db, actor),
  );
  registerCall(app, context, calls.addAllocationRule, async ({ actor, body }) =>
    addRule(context, actor, body),
  );
  registerCall(app, context, calls.orderAllocationRules, async ({ actor, body }) =>
    orderRules(context, actor, body),
  );
  registerCall(app, context, calls.changeAllocationRule, async ({ actor, params, body }) =>
    changeRule(context, actor, params.id, body),
  );
  registerCall(app, context, calls.setAllocationRuleActive, async ({ actor, params, body }) =>
    setRuleActive(context, actor, params.id, body),
  );
  registerCall(app, context, calls.removeAllocationRule, async ({ actor, params, query }) =>
    removeRule(context, actor, params.id, query.revision),
  );
  registerCall(app, context, calls.listRuleVersions, async ({ query }) =>
    listVersions(context.db, query),
  );
  registerCall(app, context, calls.readRuleVersion, async ({ params }) =>
    readVersion(context.db, params.version),
  );
  registerCall(app, context, calls.restoreRuleVersion, async ({ actor, params, body }) =>
    restoreVersion(context, actor, params.version, body.version),
  );
  registerCall(app, context, calls.uploadAllocationRules, async ({ actor, body, files }) =>
    uploadRules(context, actor, files, {
      isTrial: body.isTrial === 'true',
      version: body.version,
    }),
  );
  registerCall(app, context, calls.downloadAllocationRules, async ({ actor, reply }) =>
    sendRuleSheet(context, actor, reply),
  );
}

function registerTrials(app: FastifyInstance, context: Context): void {
  registerCall(app, context, calls.countRuleLoans, async ({ actor, body }) =>
    countFitting(context, actor, body),
  );
  registerCall(app, context, calls.dryRunRules, async ({ actor }) => dryRun(context, actor));
  registerCall(app, context, calls.listRuleLoans, async ({ actor, query }) =>
    listRuleLoans(context, actor, query),
  );
  registerCall(app, context, calls.explainLoan, async ({ actor, query }) =>
    explainLoan(context, actor, query.Loan_ID),
  );
}

function registerOrdersAndSkills(app: FastifyInstance, context: Context): void {
  registerCall(app, context, calls.listSortingRules, async ({ actor }) =>
    listSortingRules(context.db, actor),
  );
  registerCall(app, context, calls.saveSortingRule, async ({ actor, body }) =>
    saveSortingRule(context, actor, body),
  );
  registerCall(app, context, calls.previewSorting, async ({ actor, body }) =>
    previewSorting(context, actor, body),
  );
  registerCall(app, context, calls.listAgentSkills, async ({ actor, query }) =>
    listAgentSkills(context.db, actor, query),
  );
  registerCall(app, context, calls.saveAgentSkills, async ({ actor, params, body }) =>
    setAgentSkills(context, actor, params.id, body),
  );
  registerCall(app, context, calls.pasteAgentSkills, async ({ actor, body }) =>
    pasteAgentSkills(context, actor, body),
  );
}

/** Serves allocation rules, the orders in which loans are given out and what agents can take (spec 7.5 and ours). */
export function registerAllocationRuleRoutes(app: FastifyInstance, context: Context): void {
  registerRules(app, context);
  registerTrials(app, context);
  registerOrdersAndSkills(app, context);
}
