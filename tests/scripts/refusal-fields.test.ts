import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '../../server');

/** The place of the wrong fields among what a refusal is made of. */
const FIELDS_AT: Readonly<Record<string, number>> = { badInput: 1, againstRules: 2 };

/** How many refusals (400, 422) of a file say nothing of a field. */
function withoutField(name: string): number {
  let count = 0;
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given }) {
      const at = callee.type === 'Identifier' ? FIELDS_AT[callee.name] : undefined;
      const fields = at === undefined ? undefined : given[at];
      const isNone = fields?.type === 'Identifier' && fields.name === 'undefined';
      if (at !== undefined && (fields === undefined || isNone)) count += 1;
    },
  });
  visitor.visit(parseSync(name, readFileSync(join(server, name), 'utf8')).program);
  return count;
}

/** Refusals of what stands, of a whole file or of a machine: no field of a form is at fault. */
const OF_NO_FIELD: Readonly<Record<string, number>> = {
  'access/workable-loan.ts': 1,
  'activity-sheets/sheet-decision.ts': 4,
  'activity-sheets/sheet-download.ts': 1,
  'allocation-rules/rule-versions.ts': 1,
  'allocation-rules/sheet-columns.ts': 3,
  'allocation-runs/dealing-order.ts': 3,
  'allocation-runs/run-decision.ts': 2,
  'allocations/allocation-service.ts': 2,
  'attached-files/attached-file-service.ts': 1,
  'attached-files/file-delivery-service.ts': 1,
  'backups/backup-service.ts': 1,
  'call-recordings/recording-link.ts': 1,
  'call-recordings/recording-sending.ts': 1,
  'call-sheets/call-sheet-upload.ts': 1,
  'campaigns/campaign-agents.ts': 1,
  'campaigns/campaign-list-service.ts': 1,
  'campaigns/campaign-service.ts': 1,
  'contact-gate/breach-list.ts': 1,
  'contact-gate/exception-service.ts': 1,
  'data-insights/data-insight-upload-service.ts': 1,
  'deposits/deposit-settling-service.ts': 2,
  'devices/file-delivery.ts': 1,
  'devices/file-parts.ts': 1,
  'devices/operation-run.ts': 2,
  'devices/pull-cursor.ts': 1,
  'devices/pull.ts': 1,
  'devices/resumable-uploads.ts': 1,
  'devices/stuck-work.ts': 4,
  'devices/unseal.ts': 2,
  'devices/upload-routes.ts': 1,
  'dispositions/contact-removal.ts': 2,
  'dispositions/contact-rights.ts': 1,
  'http/done-once.ts': 1,
  'http/form-fields.ts': 1,
  'http/uploads.ts': 3,
  'incentives/incentive-closing.ts': 1,
  'incentives/incentive-payout.ts': 1,
  'loan-closures/hand-closing.ts': 1,
  'loan-closures/loan-choice.ts': 1,
  'loan-imports/failed-rows.ts': 1,
  'loan-imports/import-decision.ts': 1,
  'messages/message-routes.ts': 1,
  'messages/message-run-service.ts': 2,
  'messages/message-service.ts': 1,
  'people/sheet-columns.ts': 3,
  'predictions/model-card-file.ts': 1,
  'predictions/scoring-service.ts': 1,
  'predictions/training-service.ts': 3,
  'push/push-address.ts': 1,
  'receipts/receipt-keeping-service.ts': 1,
  'receipts/receipt-rows-service.ts': 1,
  'reports/lender-columns.ts': 1,
  'reports/lender-format.ts': 1,
  'reports/list-asking.ts': 1,
  'reports/model-export.ts': 1,
  'reports/report-asking.ts': 1,
  'reports/report-fact-rows.ts': 2,
  'reports/report-file-service.ts': 1,
  'reports/report-limits.ts': 2,
  'reports/report-reading.ts': 1,
  'reports/report-view-service.ts': 1,
  'reports/scheduled-file.ts': 1,
  'revenue/cost-sheet.ts': 1,
  'revenue/invoice-commands.ts': 4,
  'revenue/invoice-file.ts': 1,
  'settlements/letter-draft-service.ts': 2,
  'settlements/settlement-deciding-service.ts': 8,
  'settlements/settlement-proposing-service.ts': 2,
  'spreadsheets/file-refusal.ts': 1,
  'spreadsheets/named-rows.ts': 2,
  'spreadsheets/ods-cipher.ts': 7,
  'targets/target-sheet.ts': 1,
};

it('a refusal names the field that is at fault; new ones of none are looked at and counted here', () => {
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'errors.ts')
    .map((name) => [name.replaceAll('\\', '/'), withoutField(name)] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(found)).toEqual(OF_NO_FIELD);
});
