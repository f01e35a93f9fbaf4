/** Rounds of PBKDF2-SHA-256 for new vaults; each vault keeps its own number, so this may be raised at any time. */
export const KEY_ROUNDS = 600_000;
