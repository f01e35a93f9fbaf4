import { ruleInputSchema } from '../../contract/allocation-rule.ts';
import type { RuleInput } from '../../contract/allocation-rule.ts';
import { setAgentSkills } from '../allocation-rules/agent-skill-service.ts';
import { loadActiveRules } from '../allocation-rules/rule-sql-service.ts';
import { addRule } from '../allocation-rules/rule-service.ts';
import type { Context } from '../context.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';
import { DEMO_PEOPLE } from './demo-plan.ts';

/** Loans that a demo field agent and a demo caller can work at a time. */
const FIELD_CAPACITY = 400;
const CALL_CAPACITY = 900;

/** The first digits of the pincodes of the demo's cities. */
const PINCODES: Readonly<Record<string, readonly string[]>> = {
  Pune: ['411'],
  Nashik: ['422'],
  Mumbai: ['400'],
  Thane: ['4006'],
  Chennai: ['600'],
  Bengaluru: ['560'],
  Delhi: ['110'],
  Jaipur: ['302'],
};

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  collector: ['Hindi', 'Marathi'],
  collector2: ['Hindi', 'English', 'Urdu'],
  collector4: ['Tamil', 'English'],
  collector5: ['Hindi', 'Punjabi'],
};

function rulesOf(actors: DemoActors): RuleInput[] {
  const id = (name: string) => demoActor(actors, name).userId;
  const rules = [
    {
      name: 'Late and large: a visit by whoever is near',
      spec: {
        kind: 'FIELD',
        conditions: [
          { field: 'DPD', is: 'between', values: ['90', ''] },
          { field: 'Total_Due_Amount', is: 'between', values: ['50000', ''] },
        ],
        matchesSkills: true,
        spread: 'CAPACITY',
      },
    },
    {
      name: 'Who promised before: the same caller again',
      spec: {
        kind: 'COLLECTOR',
        conditions: [{ field: 'pastResult', is: 'in', values: ['PAID', 'PTP'] }],
        isSticky: true,
        spread: 'EQUAL_COUNT',
      },
    },
    {
      name: 'South: callers who speak Tamil',
      spec: {
        kind: 'COLLECTOR',
        conditions: [{ field: 'Pincode', is: 'in', values: ['56', '60'] }],
        assigneeIds: [id('collector4'), id('collector6')],
        spread: 'EQUAL_AMOUNT',
      },
    },
  ];
  return rules.map((rule) => ruleInputSchema.parse(rule));
}

/** Rules of the demo's admin, and what its agents can take. Nothing is allocated by them. */
export async function writeDemoRules(context: Context, actors: DemoActors): Promise<void> {
  const admin = demoActor(actors, 'admin');
  if ((await loadActiveRules(context.db)).rules.length > 0) return;
  for (const { name, role, cities = [] } of DEMO_PEOPLE) {
    const languages = [...(LANGUAGES[name] ?? [])];
    const pincodes = cities.flatMap((city) => PINCODES[city] ?? []);
    if (languages.length === 0 && pincodes.length === 0) continue;
    const capacity = role === 'FIELD_AGENT' ? FIELD_CAPACITY : CALL_CAPACITY;
    const skills = { languages, products: [], pincodes, capacity };
    await setAgentSkills(context, admin, demoActor(actors, name).userId, skills);
  }
  for (const rule of rulesOf(actors)) await addRule(context, admin, rule);
}
