import { z } from 'zod';

const staleSchema = z.object({
  details: z.object({
    changedBy: z.string().nullable().catch(null),
    changedAt: z.string().nullable().catch(null),
  }),
});

/** Who changed the person meanwhile and when (an instant), as far as the server says. */
export interface StaleChange {
  by: string | null;
  at: string | null;
}

/** Who made the change that a refused save would have overwritten. */
export function staleChange(error: unknown): StaleChange {
  const details = staleSchema.safeParse(error).data?.details;
  return { by: details?.changedBy ?? null, at: details?.changedAt ?? null };
}
