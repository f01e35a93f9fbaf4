import { sql } from 'drizzle-orm';
import { agentsOfCampaigns } from '../agent-states/agent-state-service.ts';
import { startOfToday } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { CallMemory } from './call-memory.ts';
import { readCampaigns } from './campaign-rows.ts';
import type { EngineCampaign } from './campaign-rows.ts';
import { readLiveCalls } from './call-rows.ts';
import { floorView, readDrops, readEarlierDrops, readRecentCalls } from './floor-reading.ts';
import { asHolder } from './lease.ts';
import type { Lease } from './lease.ts';
import { dropPercent, inFlight } from './pacing.ts';
import type { DropCounts, FloorView, Pacer, PacingDecision, PacingName } from './pacing.ts';
import { levelPacer } from './pacing-level.ts';
import { progressivePacer } from './pacing-progressive.ts';
import { survivalPacer } from './pacing-survival.ts';

/** A running campaign with agents, as of one moment, and its pacer. */
export interface PacedCampaign {
  readonly campaign: EngineCampaign;
  readonly view: FloorView;
  readonly pacer: Pacer;
}

interface Kept {
  readonly pacing: PacingName;
  readonly memory: CallMemory;
  readonly pacer: Pacer;
  recentAtMs: number;
  today: string;
  earlier: { answered: number; dropped: number };
}

/** How often a campaign's newest calls are read again. */
const RECENT_MS = 15_000;

const NO_DROPS: DropCounts = {
  answered: 0,
  dropped: 0,
  callsToday: 0,
  answeredToday: 0,
  droppedToday: 0,
  callsLastMinute: 0,
  droppedLastMinute: 0,
};

function makePacer(pacing: PacingName, memory: CallMemory): Pacer {
  if (pacing === 'LEVEL') return levelPacer();
  return pacing === 'PROGRESSIVE' ? progressivePacer() : survivalPacer(memory);
}

/** The pacers of all campaigns, with what each remembers while this process holds the lease. */
export class CampaignPacing {
  readonly #businessTz: string;
  readonly #speed: number;
  readonly #kept = new Map<string, Kept>();

  constructor(businessTz: string, speed: number) {
    this.#businessTz = businessTz;
    this.#speed = speed;
  }

  /** Reads all floors and lets their pacers watch. Throws when the database is away. */
  async look(db: Db): Promise<PacedCampaign[]> {
    const campaigns = await readCampaigns(db, this.#businessTz);
    const running = campaigns.filter(({ state }) => state === 'RUNNING');
    this.#forgetAllBut(running);
    if (running.length === 0) return [];
    const agents = await agentsOfCampaigns(db, this.#businessTz);
    const manned = running.filter(({ id }) => agents.some(({ campaignId }) => campaignId === id));
    if (manned.length === 0) return [];
    const calls = await readLiveCalls(db);
    const paced: PacedCampaign[] = [];
    for (const campaign of manned) {
      const kept = await this.#keptOf(db, campaign);
      const drops = await readDrops(db, campaign.id, kept.today, kept.earlier);
      const atMs = performance.now();
      const view = floorView({ campaign, agents, calls, drops, atMs, speed: this.#speed });
      kept.pacer.watch(view);
      paced.push({ campaign, view, pacer: kept.pacer });
    }
    return paced;
  }

  #forgetAllBut(running: readonly EngineCampaign[]): void {
    for (const [id, kept] of this.#kept)
      if (!running.some((one) => one.id === id && one.pacing === kept.pacing))
        this.#kept.delete(id);
  }

  async #keptOf(db: Db, campaign: EngineCampaign): Promise<Kept> {
    const today = startOfToday(this.#businessTz);
    let kept = this.#kept.get(campaign.id);
    if (!kept) {
      const memory = new CallMemory();
      const pacer = makePacer(campaign.pacing, memory);
      const earlier = NO_DROPS;
      kept = { pacing: campaign.pacing, memory, pacer, recentAtMs: -RECENT_MS, today: '', earlier };
      this.#kept.set(campaign.id, kept);
    }
    if (kept.today !== today) {
      kept.earlier = await readEarlierDrops(db, campaign.id, today);
      kept.today = today;
    }
    if (performance.now() - kept.recentAtMs > RECENT_MS / this.#speed) {
      kept.memory.replace(await readRecentCalls(db, campaign.id, this.#speed));
      kept.recentAtMs = performance.now();
    }
    return kept;
  }
}

/** Writes down a decision with its figures and what came of it. */
export async function logDecision(
  db: Db,
  lease: Lease,
  { campaign, view }: PacedCampaign,
  decided: PacingDecision,
  placed: number,
): Promise<void> {
  const percent = dropPercent(view.drops.dropped, view.drops.answered);
  const figures = { why: decided.why, ...decided.figures };
  await asHolder(db, lease, (tx) =>
    tx.execute(sql`
      insert into pacing_decisions (campaign_id, pacing, level, ready, in_call, wrapping, in_flight, waiting, goal, placed,
        drop_percent, figures)
      values (${campaign.id}, ${campaign.pacing}, ${decided.level}, ${view.ready.length}, ${view.inCall.length},
        ${view.wrapping.length}, ${inFlight(view)}, ${view.waiting}, ${decided.goal}, ${placed}, ${percent},
        ${JSON.stringify(figures)}::jsonb)`),
  );
}
