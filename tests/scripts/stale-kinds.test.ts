import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { inputShape } from '../support/call-samples.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The tests of `tests/server` in which a call's late change is told who changed it, by the calls that name what was seen. */
const TOLD_IN: Readonly<Record<string, string>> = {
  approveByClient: 'settlements',
  assignCollector: 'allocations',
  assignFieldAgent: 'allocations',
  assignManager: 'allocations',
  changeAdmin: 'people-changes',
  changeAllocationRule: 'stale-names',
  changeCampaign: 'campaigns',
  changeChart: 'stale-names',
  changeCollector: 'people-changes',
  changeColumnMapping: 'loan-mappings',
  changeFieldAgent: 'people-changes',
  changeInsight: 'data-insights',
  changeLoan: 'loan-entry',
  changeManager: 'people-changes',
  changeMessageTemplate: 'messages',
  changePartner: 'stale-names',
  changeProfile: 'people-changes',
  changePromiseRule: 'stale-names',
  changeReportSchedule: 'schedules-meanwhile',
  changeSettlementPart: 'settlement-limits',
  changeSettlementRule: 'stale-names',
  changeUserData: 'people-changes',
  correctDisposition: 'disposition-changes',
  createMessageRun: 'messages',
  editLoan: 'loan-entry',
  orderAllocationRules: 'allocation-rules',
  removeAllocationRule: 'stale-names',
  restoreRuleVersion: 'allocation-rules',
  saveAgentSkills: 'seen-revisions',
  saveBackupSettings: 'seen-revisions',
  saveClientExport: 'stale-names',
  saveContactPolicy: 'stale-names',
  saveSortingRule: 'seen-revisions',
  sendSms: 'messages',
  sendWhatsapp: 'messages',
  setAllocationRuleActive: 'stale-names',
  setAttributionRule: 'seen-revisions',
  setEmployeeCosts: 'seen-revisions',
  setFeeAgreement: 'seen-revisions',
  setIncentiveStructure: 'seen-revisions',
  setInvoicingDetails: 'seen-revisions',
  setTargets: 'seen-revisions',
  updateClient: 'stale-names',
  updateContact: 'seen-revisions',
  updatePortfolio: 'stale-names',
  updateSettlementStatus: 'settlements',
  uploadAllocationRules: 'allocation-rules',
};

describe('who saves on what was changed meanwhile', () => {
  it('is told by whom, whatever it is', () => {
    const withSeen = calls.filter(
      ({ method, body, query }) =>
        method !== 'GET' &&
        /"(?:revision|version|updatedAt)"/.test(
          JSON.stringify([inputShape(body), inputShape(query)]),
        ),
    );
    expect(withSeen.map(({ name }) => name).toSorted()).toEqual(Object.keys(TOLD_IN));
    for (const file of new Set(Object.values(TOLD_IN)))
      expect(read(`tests/server/${file}.test.ts`), file).toContain('changedBy');
  });

  it('is refused through the audit trail, not by a sentence that knows nobody', () => {
    const refusing = readdirSync(join(root, 'server'), {
      recursive: true,
      encoding: 'utf8',
    }).filter(
      (name) =>
        name.endsWith('.ts') && /['"]STALE_|changedMeanwhile\(/.test(read(`server/${name}`)),
    );
    expect(refusing.toSorted()).toEqual([
      // Its row knows who.
      'allocation-rules/rule-rows.ts',
      // The order names not all rules: whether somebody changed them is not known.
      'allocation-rules/rule-service.ts',
      'audit/stale-record.ts',
      'errors.ts',
      // Its events know who.
      'settlements/settlement-deciding-service.ts',
    ]);
  });
});
