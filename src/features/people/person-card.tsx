import type { Person } from '../../../contract/person.ts';
import { Money, PhoneText, RelativeTimeText } from '../../components/figure.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { StateChip, lenderWords } from './people-columns.tsx';
import type { PersonKind } from './person-kinds.ts';
import classes from './people.module.css';

/** A person as a card, for lists on a phone. */
export function PersonCard({ person, kind }: { person: Person; kind: PersonKind }) {
  const t = useText();
  const { lastSeenAt } = person;
  const place = [
    kind === 'account' && t(`people.roles.${person.role}`),
    person.managerName !== null && t('people.under', { manager: person.managerName }),
    lenderWords(person) !== '–' && lenderWords(person),
  ].filter(Boolean);
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <span className={classes.name}>
          <strong>{person.fullName}</strong>
          <span className={classes.small}>{person.username}</span>
        </span>
        <StateChip person={person} />
      </div>
      {place.length > 0 && <div className={classes.quiet}>{place.join(' · ')}</div>}
      <div className={classes.quiet}>
        {person.email}
        {person.phone !== null && (
          <>
            {' · '}
            <PhoneText value={person.phone} />
          </>
        )}
      </div>
      <div className={classes.quiet}>
        {t('people.loanCount', { count: person.loanCount })}
        {person.loanCount > 0 && (
          <>
            {' · '}
            <Money amount={person.dueAmount} />
          </>
        )}
        {person.teamCount > 0 && ` · ${t('people.teamCount', { count: person.teamCount })}`}
      </div>
      <div className={classes.quiet}>
        {lastSeenAt === null ? (
          t('people.neverSeen')
        ) : (
          <>
            {`${t('people.lastSeen')}: `}
            <RelativeTimeText value={lastSeenAt} />
          </>
        )}
      </div>
    </div>
  );
}
