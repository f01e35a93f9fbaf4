import { z } from 'zod';
import { says } from './errors.ts';
import { kindSchema } from './allocation-rule.ts';
import { idSchema, seenRevisionSchema, textSchema } from './values.ts';

const names = z.array(textSchema(60).min(1)).max(50);

/** What an agent can take; empty lists are no limit. */
export const skillInputSchema = z.object({
  languages: names.default([]),
  products: names.default([]),
  /** Whole pincodes or their beginnings. */
  pincodes: z
    .array(
      z
        .string()
        .trim()
        .regex(/^\d{1,6}$/, says('not-pincodes')),
    )
    .max(5000)
    .default([]),
  /** Most active loans at a time. */
  capacity: z.int().min(0).max(1_000_000).nullable().default(null),
  revision: seenRevisionSchema,
});

/** What an agent can take. */
export type SkillInput = z.output<typeof skillInputSchema>;

/** An agent and what it can take. */
export const agentSkillSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  username: z.string(),
  kind: kindSchema,
  managerName: z.string().nullable(),
  languages: z.array(z.string()),
  products: z.array(z.string()),
  pincodes: z.array(z.string()),
  capacity: z.int().nullable(),
  /** Active loans now. */
  held: z.int(),
  revision: z.int(),
});

/** An agent and what it can take. */
export type AgentSkill = z.infer<typeof agentSkillSchema>;

const problems = z.array(z.object({ column: z.string(), reason: z.string() }));

/** What became of pasted rows. */
export const skillPasteAnswerSchema = z.object({
  isTrial: z.boolean(),
  failedCount: z.int(),
  rows: z.array(
    z.object({
      row: z.int(),
      agent: z.string(),
      fullName: z.string().nullable(),
      languages: z.array(z.string()),
      products: z.array(z.string()),
      pincodes: z.array(z.string()),
      capacity: z.int().nullable(),
      problems,
    }),
  ),
});

/** What became of pasted rows. */
export type SkillPasteAnswer = z.infer<typeof skillPasteAnswerSchema>;
