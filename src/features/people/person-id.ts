const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id of an address, or null when there is none or it can't be one: the server isn't asked then. */
export function idOf(text: string | null | undefined): string | null {
  return text !== null && text !== undefined && UUID.test(text) ? text : null;
}

/** Whether the server knows no such person, or none that the viewer may see. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}
