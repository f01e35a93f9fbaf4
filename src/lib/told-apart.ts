/** Somebody to choose; the user name is null where the reader is not told it. */
export interface Choosable {
  readonly _id: string;
  readonly fullName: string;
  readonly username: string | null;
}

const asRead = ({ fullName }: Choosable) => fullName.trim().toLowerCase();

/** How people are called where one of them is chosen: of those whose names read the same, by their user name too. */
export function toldApart(people: readonly Choosable[]): (person: Choosable) => string {
  const names = people.map(asRead);
  const again = new Set(names.filter((name, place) => names.indexOf(name) !== place));
  return (person) =>
    person.username && again.has(asRead(person))
      ? `${person.fullName} · ${person.username}`
      : person.fullName;
}
