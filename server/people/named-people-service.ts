/** How a sheet may name a person. */
interface Named {
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  /** Whether its account was deleted. */
  readonly isGone: boolean;
}

const bare = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase();

/**
 * Finds people by what a sheet calls them, in any letter case: by user name, e-mail address or full name, in this order, who is here
 * before who left; of several who left the last of `people`. A full name that several have is `several`.
 */
export function peopleByName<Person extends Named>(
  people: readonly Person[],
): (said: string) => Person | 'several' | null {
  const inOrder = [
    ...people.filter(({ isGone }) => isGone),
    ...people.filter(({ isGone }) => !isGone),
  ];
  const logins = new Map([
    ...inOrder.map((person) => [bare(person.email), person] as const),
    ...inOrder.map((person) => [bare(person.username), person] as const),
  ]);
  const named = new Map<string, Person[]>();
  for (const person of inOrder) {
    const name = bare(person.fullName);
    named.set(name, [...(named.get(name) ?? []), person]);
  }
  return (said) => {
    const login = logins.get(bare(said));
    if (login !== undefined) return login;
    const all = named.get(bare(said)) ?? [];
    const here = all.filter(({ isGone }) => !isGone);
    const [one, other] = here.length > 0 ? here : all;
    return other === undefined ? (one ?? null) : 'several';
  };
}
