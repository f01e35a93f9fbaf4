import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { showError } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { errorWords } from '../../lib/error-words.ts';
import { saveSheet } from '../../lib/sheet.ts';
import { useText } from '../../lib/texts/texts.ts';
import { NoSuchPerson } from '../../components/no-such-person.tsx';
import { AttendanceDays } from './attendance-days.tsx';
import { attendanceSheet } from './attendance-sheets.ts';
import { useAttendance } from './attendance-queries.ts';
import type { Attendance } from './attendance-queries.ts';
import { TimeTiles } from './time-tiles.tsx';
import { MonthRange } from './month-range.tsx';
import { rangeOf } from './month.ts';
import type { DayRange } from './month.ts';

const RANGE = { gte: 'day', lte: 'day' } as const;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** `/attendance/{id}` (admin, manager): a person's days from its real sessions. */
export function AttendanceScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const { id = '' } = useParams();
  const url = useUrlFilters(RANGE);
  const range = rangeOf(url.values);
  // What can't be an id is not asked for.
  const isId = UUID.test(id);
  const read = useAttendance(isId ? id : null, range);
  const backTo = user.role === 'MANAGER' ? '/login-report' : '/managers-collectors';
  return (
    <Page>
      <PageHeader
        title={t('attendance.title')}
        backTo={backTo}
        {...(read.data !== undefined && {
          subtitle: `${read.data.person.fullName} · ${t(`people.roles.${read.data.person.role}`)}`,
          actions: <ExportButton attendance={read.data} range={range} />,
        })}
      />
      {!isId || isMissing(read.error) ? (
        <NoSuchPerson backTo={backTo} />
      ) : (
        <>
          <MonthRange range={range} filters={url} />
          {read.data !== undefined ? (
            <>
              <TimeTiles
                first={{
                  label: t('words.days'),
                  value: read.data.totals.dayCount,
                }}
                totals={read.data.totals}
                perDay={read.data.totals.dayCount}
              />
              <AttendanceDays attendance={read.data} />
            </>
          ) : (
            <Awaited of={read} rows={8} />
          )}
        </>
      )}
    </Page>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}

function ExportButton({ attendance, range }: { attendance: Attendance; range: DayRange }) {
  const t = useText();
  const save = () => {
    const { fullName } = attendance.person;
    const fileName = `${t('attendance.title')} ${fullName} ${range.gte} ${range.lte}.xlsx`;
    saveSheet(fileName, attendanceSheet(attendance, t)).catch((error: unknown) =>
      showError(errorWords(error)),
    );
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('common.export')}
    </Button>
  );
}
