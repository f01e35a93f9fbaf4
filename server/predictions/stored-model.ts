import { z } from 'zod';
import { MODEL_SIGNS, STAGES } from '../../contract/prediction.ts';
import type { ModelSign } from '../../contract/prediction.ts';
import { calibrated, calibrationSchema, shifted } from './calibration.ts';
import type { Calibration } from './calibration.ts';
import { askForest, forestSchema, openForest } from './forest.ts';
import type { Forest } from './forest.ts';
import { WIDTH } from './training-rows.ts';
import type { TrainingRows } from './training-rows.ts';

/** The form of stored models; one of another form is not read. */
const FORM = 1;

const binsSchema = z
  .object({ edges: z.array(z.number()), counts: z.array(z.number()) })
  .refine(({ edges, counts }) => counts.length === edges.length + 1, 'These are no bins.');

/** A model as it is stored. */
export const storedModelSchema = z.object({
  form: z.literal(FORM),
  /** What the trees count signs by. */
  signs: z.array(z.enum(MODEL_SIGNS)).refine((signs) => signs.join() === MODEL_SIGNS.join()),
  chance: forestSchema,
  calibration: calibrationSchema,
  /** What is added to the log odds of each of STAGES; older models know none. */
  shifts: z
    .array(z.number())
    .length(STAGES.length)
    .default(STAGES.map(() => 0)),
  /** Of what is due, the share that a payer pays; null: the same for all. */
  share: forestSchema.nullable(),
  meanShare: z.number().min(0).max(1),
  /** What amounts are multiplied by, so that their sum is right: all, and those of each of STAGES where the model knows. */
  scale: z.number().positive(),
  scales: z.array(z.number().positive()).length(STAGES.length).optional(),
  /** How each sign, and last the chance, lay when it learned. */
  bins: z.array(binsSchema).length(MODEL_SIGNS.length + 1),
});

/** A model as it is stored. */
export type StoredModel = z.infer<typeof storedModelSchema>;

/** A model's form as of now. */
export const modelForm: Pick<StoredModel, 'form' | 'signs'> = {
  form: FORM,
  signs: [...MODEL_SIGNS],
};

/** A model, ready to be asked. */
export interface Model {
  readonly chance: Forest;
  readonly calibration: Calibration;
  readonly shifts: readonly number[];
  readonly share: Forest | null;
  readonly meanShare: number;
  /** By stage. */
  readonly scales: readonly number[];
  readonly bins: StoredModel['bins'];
}

/** Makes a stored model ready; null when what is stored is none. */
export function openModel(stored: unknown): Model | null {
  const read = storedModelSchema.safeParse(stored);
  if (!read.success) return null;
  const { chance, share, scale, scales = STAGES.map(() => scale), ...rest } = read.data;
  const width = MODEL_SIGNS.length;
  if ([chance, share].some((forest) => forest?.signs.some((sign) => sign >= width))) return null;
  return { ...rest, scales, chance: openForest(chance), share: share && openForest(share) };
}

/** The chance of a payment for a row. `parts`: what each sign adds to the log odds. */
export const chanceOf = (
  { chance, calibration, shifts }: Model,
  { signs, stages }: TrainingRows,
  at: number,
  parts?: Float64Array,
): number =>
  shifted(
    calibrated(calibration, askForest(chance, signs, at * WIDTH, parts)),
    shifts[stages[at] ?? 0] ?? 0,
  );

/** Of what is due, the share that the row's loan brings when it pays. */
export function shareOf(model: Model, { signs, stages }: TrainingRows, at: number): number {
  const { share: forest, meanShare, scales } = model;
  const share = forest === null ? meanShare : askForest(forest, signs, at * WIDTH);
  return Math.min(1, Math.max(0, share) * (scales[stages[at] ?? 0] ?? 1));
}

/** A sign that speaks for or against a payment. */
export interface Reason {
  readonly sign: ModelSign;
  readonly value: number;
  readonly raises: boolean;
}

const MOST_REASONS = 3;
/** Log odds that a reason adds or takes at least. */
const LEAST_PART = 0.02;

/** Signs that are no logarithms: percent, and yes or no. */
const PERCENT: ReadonlySet<ModelSign> = new Set(['paidShare', 'reachedShare']);

/** A sign's value as people say it. */
function plainValue(sign: ModelSign, value: number): number {
  if (PERCENT.has(sign)) return Math.round(value * 100);
  return sign === 'promiseOpen' ? Math.round(value) : Math.round(Math.expm1(value));
}

/** The weightiest reasons, by what each sign added. */
export function reasonsOf(parts: Float64Array, rows: Float32Array, from: number): Reason[] {
  return MODEL_SIGNS.map((sign, at) => ({ sign, at, part: parts[at] ?? 0 }))
    .filter(({ part }) => Math.abs(part) >= LEAST_PART)
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part))
    .slice(0, MOST_REASONS)
    .map(({ sign, at, part }) => ({
      sign,
      value: plainValue(sign, rows[from + at] ?? 0),
      raises: part > 0,
    }));
}
