import type { FastifyInstance } from 'fastify';
import { allocationRuleCalls } from '../../contract/allocation-rule-calls.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listAgentSkills, pasteAgentSkills, setAgentSkills } from './agent-skill-service.ts';
import { countFitting, dryRun } from './dry-run.ts';
import { explainLoan } from './loan-explanation.ts';
import { readRuleChoices } from './rule-choices.ts';
import { listRuleLoans } from './rule-loans.ts';
import { readRuleSet } from './rule-rows.ts';
import { addRule, changeRule, orderRules, removeRule, setRuleActive } from './rule-service.ts';
import { downloadRuleSheet } from './rule-sheet-writing.ts';
import { uploadRules } from './rule-sheet.ts';
import { listVersions, readVersion, restoreVersion } from './rule-versions.ts';
import { listSortingRules, previewSorting, saveSortingRule } from './sorting-rules.ts';

/** Serves allocation rules, the orders in which loans are given out and what agents can take (spec 7.5 and ours). */
export function registerAllocationRuleRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, allocationRuleCalls, {
    listAllocationRules: () => readRuleSet(context.db),
    readRuleChoices: ({ actor }) => readRuleChoices(context.db, actor),
    addAllocationRule: ({ actor, body }) => addRule(context, actor, body),
    orderAllocationRules: ({ actor, body }) => orderRules(context, actor, body),
    changeAllocationRule: ({ actor, params, body }) => changeRule(context, actor, params.id, body),
    setAllocationRuleActive: ({ actor, params, body }) =>
      setRuleActive(context, actor, params.id, body),
    removeAllocationRule: ({ actor, params, query }) =>
      removeRule(context, actor, params.id, query.revision),
    listRuleVersions: ({ query }) => listVersions(context.db, query),
    readRuleVersion: ({ params }) => readVersion(context.db, params.version),
    restoreRuleVersion: ({ actor, params, body }) =>
      restoreVersion(context, actor, params.version, body.version),
    uploadAllocationRules: ({ actor, body, files }) =>
      uploadRules(context, actor, files, {
        isTrial: body.isTrial === 'true',
        version: body.version,
      }),
    downloadAllocationRules: ({ actor }) => downloadRuleSheet(context, actor),
    countRuleLoans: ({ actor, body }) => countFitting(context, actor, body),
    dryRunRules: ({ actor }) => dryRun(context, actor),
    listRuleLoans: ({ actor, query }) => listRuleLoans(context, actor, query),
    explainLoan: ({ actor, query }) => explainLoan(context, actor, query.Loan_ID),
    listSortingRules: ({ actor }) => listSortingRules(context.db, actor),
    saveSortingRule: ({ actor, body }) => saveSortingRule(context, actor, body),
    previewSorting: ({ actor, body }) => previewSorting(context, actor, body),
    listAgentSkills: ({ actor, query }) => listAgentSkills(context.db, actor, query),
    saveAgentSkills: ({ actor, params, body }) => setAgentSkills(context, actor, params.id, body),
    pasteAgentSkills: ({ actor, body }) => pasteAgentSkills(context, actor, body),
  });
}
