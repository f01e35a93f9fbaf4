import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { staffDashboardCalls as staff } from '../../contract/staff-dashboard.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, loansVisibleTo } from '../access/scope.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import type { Handlers } from '../http/serve.ts';
import { readFieldCases } from './field-cases.ts';
import { getLandingAnalytics, getManagerLandingAnalytics } from './landing-analytics.ts';
import { readCasePage, readDueToday } from './scheduled-cases.ts';
import { getTargets } from './target-achievement.ts';

/** Lenders of the actor's loans, and those a manager works for; found by the loans' own indexes, never by reading all loans. */
function lendersOf(actor: Actor): SQL {
  if (isAdmin(actor)) return clientsVisibleTo(actor);
  return sql`(c.id in (select client_id from manager_clients where manager_id = ${actor.userId})
    or c.id in (select l.client_id from loans l where ${loansVisibleTo(actor)}))`;
}

async function clientNames(context: Context, actor: Actor): Promise<{ Clients: string[] }> {
  const { rows } = await context.db.execute<{ name: string }>(
    sql`select c.name from clients c where ${lendersOf(actor)} order by c.name`,
  );
  return { Clients: rows.map((row) => row.name) };
}

const isAsked = (flag: string | undefined) => flag === 'true' || flag === '1';
const isLeftOut = (flag: string | undefined) => flag === 'false' || flag === '0';

/** Neither flag set asks for both kinds; one set asks for that one. */
function dueKinds(query: { ptp?: string | undefined; callback?: string | undefined }) {
  const areNamed = isAsked(query.ptp) || isAsked(query.callback);
  const wants = (flag: string | undefined) => (areNamed ? isAsked(flag) : !isLeftOut(flag));
  return { promises: wants(query.ptp), callbacks: wants(query.callback) };
}

const cases = ({ db, settings }: Context) =>
  ({
    getTodaysPtpStockManager: async ({ actor, query }) => {
      const today = businessDay(settings.businessTz);
      const from = query.startDate ?? (query.endDate === undefined ? today : undefined);
      const days = {
        from,
        to: query.endDate ?? (query.startDate === undefined ? today : undefined),
      };
      const filter = { clients: query.clientName, personId: query.collectorId };
      const { ptpPage: page, pageSize } = query;
      return readCasePage(db, settings.businessTz, actor, {
        kind: 'PTP',
        filter,
        days,
        page,
        pageSize,
      });
    },
    listScheduledCases: async ({ actor, query }) => {
      const filter = { clients: query.clientName, personId: query.collectorId };
      const { pageSize } = query;
      const [ptp, callBack] = await Promise.all([
        readCasePage(db, settings.businessTz, actor, {
          kind: 'PTP',
          filter,
          days: { from: query.ptpStartDate, to: query.ptpEndDate },
          page: query.ptpPage,
          pageSize,
        }),
        readCasePage(db, settings.businessTz, actor, {
          kind: 'CallBack',
          filter,
          days: { from: query.callbackStartDate, to: query.callbackEndDate },
          page: query.callBackPage,
          pageSize,
        }),
      ]);
      return { ptp, callBack };
    },
    listScheduledCasesAll: ({ actor, query }) =>
      readDueToday(db, settings.businessTz, actor, dueKinds(query)),
    listFieldCases: async ({ actor, query }) => {
      const { clientName, collectorId, fieldPage: page, pageSize } = query;
      const filter = { clients: clientName, personId: collectorId };
      return readFieldCases(db, actor, { filter, page, pageSize });
    },
  }) satisfies Partial<Handlers<typeof staff>>;

/** Serves the boards of collectors and managers (spec 7.5). */
export function registerStaffDashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, staff, {
    ...cases(context),
    getLandingAnalytics: async ({ actor, query }) => {
      const { clientName, collectorId, gte, lte } = query;
      const filter = { clients: clientName, personId: collectorId };
      return getLandingAnalytics(context, actor, { filter, gte, lte });
    },
    getManagerLandingAnalytics: async ({ actor, query }) => {
      const { clientsName, collectorId, gte, lte } = query;
      const filter = { clients: clientsName, personId: collectorId };
      return getManagerLandingAnalytics(context, actor, { filter, gte, lte });
    },
    getManagersCollTargets: ({ actor, query }) => getTargets(context, actor, query),
    getLandingClientList: ({ actor }) => clientNames(context, actor),
    getManagerLandingClientList: ({ actor }) => clientNames(context, actor),
  });
}
