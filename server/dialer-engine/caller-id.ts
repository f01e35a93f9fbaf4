import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import type { EngineCampaign } from './campaign-rows.ts';

let turn = 0;

/** A number of a series such as 0221600xxxx: each x is a digit of the turn. Plain numbers stay. */
export function numberOfSeries(series: string, at: number): string | null {
  const digits = series.replace(/[^\dxX]/g, '');
  if (digits === '') return null;
  const places = (digits.match(/x/gi) ?? []).length;
  const filling = String(at % 10 ** places).padStart(places, '0');
  let next = 0;
  return digits.replace(/x/gi, () => filling[next++] ?? '0');
}

/**
 * The number that a call comes from: the campaign's own in turn, else one of the lender's series; null when neither is
 * set, and the exchange shows its own.
 */
export async function callerIdFor(
  tx: Db,
  campaign: EngineCampaign,
  loanId: string,
): Promise<string | null> {
  turn += 1;
  const own = campaign.callerIds[turn % Math.max(1, campaign.callerIds.length)];
  if (own !== undefined) return own;
  const { rows } = await tx.execute<{
    series: string | null;
  }>(sql`select n.caller_id_series as series
    from loans l join clients n on n.id = l.client_id where l.id = ${loanId}`);
  const series = rows[0]?.series;
  return series ? numberOfSeries(series, turn) : null;
}
