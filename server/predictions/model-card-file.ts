import { Readable } from 'node:stream';
import type { ModelCard, RecoveryModel } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { oneModel, withOwnGroups } from './model-records.ts';

const figureCells = (name: string, figures: ModelCard['model']): SheetCell[] => [
  name,
  figures.auc,
  figures.ks,
  figures.brier,
  figures.calibrationError,
];

const stageCells = (stage: ModelCard['stages'][number]): SheetCell[] => [
  ...figureCells(stage.stage, stage),
  stage.expected ?? null,
  stage.paid ?? null,
];

/** The card as lines: one table under the other. */
function cardLines(model: RecoveryModel, card: ModelCard): SheetCell[][] {
  return [
    ['Model', model.version],
    ['Learned from (first days of months)', card.learnedFrom.join(', ')],
    ['Calibrated on', card.calibratedOn],
    ['Tried on', card.triedOn],
    ['Loan-months learned from', card.learned],
    ['Of them with a payment', card.learnedPayers],
    ['Loan-months calibrated on', card.calibrated],
    ['Loans tried on', card.tried],
    ['Of them with a payment', card.triedPayers],
    ['Calibration', card.calibration],
    ['Trees', card.trees],
    ['Share of loans looked at', card.sample],
    ['Seconds', card.seconds],
    ['Expected on the month tried, rupees', card.expectedAmount],
    ['Paid in it, rupees', card.paidAmount],
    ['Left out as a leak', card.suspected.join(', ') || null],
    [],
    ['Figures', 'AUC', 'KS', 'Brier', 'Calibration error', 'Mean chance', 'Share that paid'],
    figureCells('This model', card.model),
    figureCells('Basic predictor', card.basic),
    ...(card.champion ? [figureCells('Model in use then', card.champion)] : []),
    ...card.stages.map(stageCells),
    [],
    ['Reliability: mean chance', 'Share that paid', 'Loans'],
    ...card.reliability.map((each): SheetCell[] => [each.expected, each.paid, each.loans]),
    [],
    [
      'Money in the first tenth',
      'This model',
      'Basic predictor',
      'Present ordering',
      'Loans',
      'Paid',
    ],
    ...card.captured.map((each): SheetCell[] => [
      each.stage ?? 'All',
      each.model,
      each.basic,
      each.present,
      each.loans,
      each.paidAmount,
    ]),
    [],
    ['Sign', 'Share of what moves the chances'],
    ...card.signs.map((each): SheetCell[] => [each.sign, each.share]),
    [],
    ['Group check', 'Column', 'Group', 'Loans', 'Mean chance', 'Share that paid', 'AUC'],
    ...card.groups.map((each): SheetCell[] => [
      each.client,
      each.column,
      each.group,
      each.loans,
      each.expected,
      each.paid,
      each.auc,
    ]),
  ];
}

/** A model's card as a file. Who took it out is audited. Throws 404, and 422 while there is none. */
export async function exportCard(
  context: Context,
  actor: Actor,
  id: string,
  format: 'xlsx' | 'json',
): Promise<FileAnswer> {
  const [model] = await withOwnGroups(context.db, actor, [await oneModel(context.db, id)]);
  const card = model?.card ?? null;
  if (!model || card === null)
    throw againstRules('NO_CARD', 'This model has no card: it was not trained.');
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({
      action: 'recovery-model.export',
      entity: 'recovery-model',
      entityId: id,
      details: { format },
    }),
  );
  const name = `model-card-${model.version}`;
  if (format === 'json')
    return {
      name: `${name}.json`,
      contentType: 'application/json; charset=utf-8',
      bytes: Readable.from([Buffer.from(JSON.stringify(model, null, 2))]),
    };
  return {
    name: `${name}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: writeXlsx(cardLines(model, card), 'Model card'),
  };
}
