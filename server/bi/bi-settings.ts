import { z } from 'zod';
import { SUBSCRIPTION_TYPES } from '../../contract/bi.ts';
import { ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import { wholeNumber } from '../number-settings.ts';

/** The BI tool that `/redirectBi` opens. */
export interface BiSettings {
  readonly tool: 'METABASE' | 'SUPERSET';
  /** Its address without a slash at the end. */
  readonly url: string;
  /** What embedding tokens are signed with: never logged, never sent. */
  readonly secret: string;
  /** The dashboard of a role; `*` for roles that are not named. */
  readonly dashboards: Readonly<Partial<Record<Role | '*', string>>>;
  /** Seconds that a token lives. */
  readonly tokenSeconds: number;
}

const shape = /^[\w*]+:[\w-]+$/;
const isKnown = (name: string): boolean =>
  name === '*' || (ROLES as readonly string[]).includes(name);

function dashboardsOf(text: string): BiSettings['dashboards'] {
  return Object.fromEntries(
    text.split(',').map((pair) => pair.trim().split(':') as [Role | '*', string]),
  );
}

const isDashboards = (text: string): boolean =>
  text
    .split(',')
    .every((pair) => shape.test(pair.trim()) && isKnown(pair.trim().split(':')[0] ?? ''));

const isToolUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
};

/** The settings of BI; `bi` is null without BI_TOOL: then the product's own dashboards are opened. */
export const biEnvironment = z
  .object({
    BI_TOOL: z.enum(['metabase', 'superset'], { error: 'must be metabase or superset' }).optional(),
    BI_URL: z.string().refine(isToolUrl, 'must look like https://bi.example.com').optional(),
    BI_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    BI_DASHBOARDS: z
      .string()
      .refine(isDashboards, 'must look like ADMIN:1,MANAGER:2,*:3 (role:dashboard)')
      .optional(),
    BI_TOKEN_SECONDS: wholeNumber(60, 3600, 600, 'must be seconds from 60 to 3600'),
    BI_SUBSCRIPTION: z
      .enum(SUBSCRIPTION_TYPES, { error: `must be ${SUBSCRIPTION_TYPES.join(' or ')}` })
      .default('primary_explorar'),
  })
  .transform((given, context) => {
    const { BI_TOOL, BI_URL, BI_SECRET, BI_DASHBOARDS } = given;
    const subscription = given.BI_SUBSCRIPTION;
    if (BI_TOOL === undefined) return { bi: null, biSubscription: subscription };
    if (BI_URL === undefined || BI_SECRET === undefined || BI_DASHBOARDS === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['BI_TOOL'],
        message: 'needs BI_URL, BI_SECRET and BI_DASHBOARDS too',
      });
      return z.NEVER;
    }
    const bi: BiSettings = {
      tool: BI_TOOL === 'metabase' ? 'METABASE' : 'SUPERSET',
      url: BI_URL.replace(/\/+$/, ''),
      secret: BI_SECRET,
      dashboards: dashboardsOf(BI_DASHBOARDS),
      tokenSeconds: given.BI_TOKEN_SECONDS,
    };
    return { bi, biSubscription: subscription };
  });
