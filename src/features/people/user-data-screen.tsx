import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { roleSchema } from '../../../contract/roles.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { NoSuchPerson } from '../../components/no-such-person.tsx';
import { StateChip } from './people-columns.tsx';
import { usePeople, usePerson } from './people-queries.ts';
import type { PersonValues } from './person-form.ts';
import { PersonFormView } from './person-form-view.tsx';
import { idOf, isMissing } from './person-id.ts';
import classes from './people.module.css';

const LATEST = 5;

/** What a link to an empty form says about the account: its role and the client to whom it belongs. */
function givenBy(params: URLSearchParams): Partial<PersonValues> {
  const role = roleSchema.safeParse(params.get('role'));
  const client = idOf(params.get('clientId'));
  return { ...(role.success && { role: role.data }), ...(client !== null && { client }) };
}

/** `/userdata` (admin): an account of any role; `?id=` changes one. Beside it the newest, so that a save is seen. */
export function UserDataScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const given = params.get('id');
  return (
    <Page>
      <PageHeader
        title={t(given === null ? 'people.create.account' : 'people.edit.account')}
        backTo="/userlist"
        actions={
          <Button component={Link} to="/userlist" variant="default">
            {t('people.lists.account')}
          </Button>
        }
      />
      <Columns
        main={
          given === null ? (
            <Panel>
              <PersonFormView
                key="new"
                kind="account"
                person={null}
                given={givenBy(params)}
                user={user}
                label={t('people.create.account')}
              />
            </Panel>
          ) : (
            <AccountForm id={idOf(given)} user={user} />
          )
        }
        side={<LatestAccounts />}
      />
    </Page>
  );
}

function AccountForm({ id, user }: { id: string | null; user: LoggedInUser }) {
  const t = useText();
  const read = usePerson('account', id);
  if (id === null || isMissing(read.error)) return <NoSuchPerson backTo="/userlist" />;
  if (read.data !== undefined) {
    return (
      <Panel title={read.data.fullName}>
        <PersonFormView
          key={id}
          kind="account"
          person={read.data}
          user={user}
          label={t('people.edit.account')}
        />
      </Panel>
    );
  }
  if (read.isError) {
    return <LoadProblem error={read.error} onRetry={() => void read.refetch()} />;
  }
  return <LoadingState kind="form" />;
}

function LatestAccounts() {
  const t = useText();
  const latest = usePeople('account', { sort: '-createdAt', pageSize: LATEST });
  return (
    <Panel title={t('people.latest')}>
      {latest.isError && latest.data === undefined ? (
        <LoadProblem error={latest.error} onRetry={() => void latest.refetch()} />
      ) : (
        <ul className={classes.latest}>
          {(latest.data?.data ?? []).map((person) => (
            <li key={person._id}>
              <Link to={`/userdata?id=${person._id}`}>
                <span className={classes.name}>
                  <strong>{person.fullName}</strong>
                  <span className={classes.small}>
                    {`${t(`people.roles.${person.role}`)} · ${person.username}`}
                  </span>
                </span>
                <StateChip person={person} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
