interface Identified {
  readonly _id?: string;
  readonly clientId?: string | null;
}

/**
 * What a dialog was opened on, as its list was read last, so that a form in it can go on from what somebody else made of it
 * (see `defaults` of forms). By its id, else its client's, unless told; as it was opened when the list has it no more.
 */
export function latest<Opened, Row extends Identified>(
  opened: Opened | Row,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => unknown = (row) => row._id ?? row.clientId,
): Opened | Row {
  if (typeof opened !== 'object' || opened === null) return opened;
  // What is no row is told apart by not being an object.
  const id = idOf(opened as Row);
  return rows?.find((row) => idOf(row) === id) ?? opened;
}
