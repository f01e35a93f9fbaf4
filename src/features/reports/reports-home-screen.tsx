import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { REPORT_TITLES } from '../../../contract/report-names.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { mayReadReport, reportEngineCalls } from '../../../contract/report-engine.ts';
import type { ReportAnswer } from '../../../contract/report-engine.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { mayCall } from '../../data/may-call.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useToday } from '../../components/figure.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ReportScreen } from './report-screen.tsx';
import { sumText } from './report-value.ts';
import classes from './reports.module.css';

/** Reports with an address of their own; the others are shown under `/reports?report=`. */
const OWN_PATHS: Readonly<Partial<Record<ReportName, string>>> = {
  dailyCalls: '/daily-reports',
  dailyVisits: '/daily-field-reports',
  collections: '/collection-report',
  allocation: '/allocation-reports',
  workable: '/workable-reports',
  lastInteraction: '/last-interaction-report',
  bestDisposition: '/best-disposition',
  retain: '/retain-report',
  additional: '/additional-reports',
};

/** Reports in a grouping that is asked for daily, under a name of its own. */
const GROUPED = [
  { name: 'callStatus', by: 'hour', text: 'hourly' },
  { name: 'performance', by: 'month', text: 'vintage' },
] as const;

const NAMES = Object.keys(REPORT_TITLES) as ReportName[];

/** `/reports`: every report of the role, today's figures, and the reports without a screen of their own. */
export function ReportsHomeScreen({ user }: { user: LoggedInUser }) {
  const [params] = useSearchParams();
  const asked = NAMES.find((name) => name === params.get('report'));
  if (asked !== undefined && mayReadReport(asked, user.role))
    return <ReportScreen key={asked} name={asked} user={user} />;
  return <ReportsHome user={user} />;
}

function ReportsHome({ user }: { user: LoggedInUser }) {
  const t = useText();
  return (
    <Page>
      <PageHeader title={t('reportWords.hubTitle')} subtitle={t('reportWords.hubAbout')} />
      <TodaysCalls />
      {mayCall(reportEngineCalls.getDailyFieldAgentStatus) && <TodaysVisits />}
      <div className={classes.hub}>
        {NAMES.filter((name) => mayReadReport(name, user.role)).map((name) => (
          <Link
            key={name}
            className={classes.report}
            to={OWN_PATHS[name] ?? `/reports?report=${name}`}
          >
            <strong>{t(`reportWords.title.${name}`)}</strong>
            <span className="rc-quiet-small">{t(`reportWords.about.${name}`)}</span>
          </Link>
        ))}
        {GROUPED.filter(({ name }) => mayReadReport(name, user.role)).map(({ name, by, text }) => (
          <Link key={text} className={classes.report} to={`/reports?report=${name}&by=${by}`}>
            <strong>{t(`reportWords.grouped.${text}`)}</strong>
            <span className="rc-quiet-small">{t(`reportWords.groupedAbout.${text}`)}</span>
          </Link>
        ))}
      </div>
    </Page>
  );
}

function TodaysCalls() {
  const day = useToday();
  const { data } = useCallQuery(
    reportEngineCalls.getDailyCallStatus,
    { query: { gte: day, lte: day, pageSize: 1 } },
    { isBackground: 'again', refetchInterval: 60_000 },
  );
  return <Tiles name="callStatus" answer={data} />;
}

function TodaysVisits() {
  const day = useToday();
  const { data } = useCallQuery(
    reportEngineCalls.getDailyFieldAgentStatus,
    { query: { gte: day, lte: day, pageSize: 1 } },
    { isBackground: 'again', refetchInterval: 60_000 },
  );
  return <Tiles name="fieldStatus" answer={data} />;
}

/** The first of a day's figures; the report has all of them. */
const ON_HOME = ['rightParty', 'promises', 'collected'] as const;

/** Dashes until the figures are there: what stands below does not jump. */
function Tiles(props: { name: 'callStatus' | 'fieldStatus'; answer: ReportAnswer | undefined }) {
  const { name, answer } = props;
  const t = useText();
  return (
    <section className={classes.section}>
      <h2 className="rc-title">
        {t(name === 'callStatus' ? 'reportWords.callsToday' : 'reportWords.visitsToday')}
      </h2>
      <StatTiles>
        {([name === 'callStatus' ? 'calls' : 'visits', ...ON_HOME] as const).map((measure) => (
          <StatTile
            key={measure}
            label={t(`reportWords.measure.${measure}`)}
            value={sumText(measure, answer?.totals[answer.measures.indexOf(measure)])}
            to={`/reports?report=${name}`}
          />
        ))}
      </StatTiles>
    </section>
  );
}
