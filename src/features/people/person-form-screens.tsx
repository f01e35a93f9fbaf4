import { useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { NoSuchPerson } from '../../components/no-such-person.tsx';
import { usePerson } from './people-queries.ts';
import { PersonFormView } from './person-form-view.tsx';
import { idOf, isMissing } from './person-id.ts';
import { AFTER_SAVE } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';

interface ScreenProps {
  user: LoggedInUser;
}

function CreateScreen({ kind, user }: ScreenProps & { kind: Exclude<PersonKind, 'account'> }) {
  const t = useText();
  const [params] = useSearchParams();
  const title = t(`people.create.${kind}`);
  const clientId = idOf(params.get('clientId'));
  return (
    <Page width="form">
      <PageHeader title={title} backTo={AFTER_SAVE[kind]} />
      <Panel>
        <PersonFormView
          kind={kind}
          person={null}
          {...(clientId !== null && kind === 'manager' && { given: { clientIds: [clientId] } })}
          user={user}
          label={title}
        />
      </Panel>
    </Page>
  );
}

function EditScreen({ kind, user }: ScreenProps & { kind: Exclude<PersonKind, 'account'> }) {
  const t = useText();
  const [params] = useSearchParams();
  const id = idOf(params.get('id'));
  const read = usePerson(kind, id);
  const title = t(`people.edit.${kind}`);
  return (
    <Page width="form">
      <PageHeader
        title={title}
        backTo={AFTER_SAVE[kind]}
        {...(read.data !== undefined && { subtitle: read.data.fullName })}
      />
      {id === null || isMissing(read.error) ? (
        <NoSuchPerson backTo={AFTER_SAVE[kind]} />
      ) : read.data !== undefined ? (
        <Panel>
          <PersonFormView key={id} kind={kind} person={read.data} user={user} label={title} />
        </Panel>
      ) : (
        <Awaited of={read} kind="form" />
      )}
    </Page>
  );
}

/** `/manager/create` (admin, partner). */
export function ManagerCreateScreen({ user }: ScreenProps) {
  return <CreateScreen kind="manager" user={user} />;
}

/** `/manager/edit?id=` (admin, partner). */
export function ManagerEditScreen({ user }: ScreenProps) {
  return <EditScreen kind="manager" user={user} />;
}

/** `/collector/create` (admin). */
export function CollectorCreateScreen({ user }: ScreenProps) {
  return <CreateScreen kind="collector" user={user} />;
}

/** `/collector/edit?id=` (admin). */
export function CollectorEditScreen({ user }: ScreenProps) {
  return <EditScreen kind="collector" user={user} />;
}

/** `/field-agent/create` (admin). */
export function FieldAgentCreateScreen({ user }: ScreenProps) {
  return <CreateScreen kind="fieldAgent" user={user} />;
}

/** `/field-agent/edit?id=` (admin). */
export function FieldAgentEditScreen({ user }: ScreenProps) {
  return <EditScreen kind="fieldAgent" user={user} />;
}
