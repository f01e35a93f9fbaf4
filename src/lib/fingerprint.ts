/** What the authenticator's answer is for; with another text it would answer something else. */
const PURPOSE = 'recoup-unlock';
const TIMEOUT_MS = 60_000;

type Bytes = Uint8Array<ArrayBuffer>;

const evaluated = () => ({ prf: { eval: { first: new TextEncoder().encode(PURPOSE) } } });
const challenge = () => crypto.getRandomValues(new Uint8Array(32));

/** Has this phone an authenticator of its own (fingerprint, face, screen lock) that may answer with a secret (WebAuthn's PRF)? */
export async function hasFingerprint(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false;
  try {
    const able = await PublicKeyCredential.getClientCapabilities?.();
    if (able?.['extension:prf'] === false) return false;
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/**
 * Asks the phone to make a key of its own for this person and to answer with it. Null: it can't, or the person refused. The
 * server knows nothing of it: it opens what lies here.
 */
export async function enrolFingerprint(person: {
  _id: string;
  fullName: string;
}): Promise<{ credentialId: Bytes; answer: Bytes } | null> {
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: challenge(),
        rp: { name: 'Recoup' },
        user: {
          id: new TextEncoder().encode(person._id),
          name: person.fullName,
          displayName: person.fullName,
        },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          userVerification: 'required',
          residentKey: 'preferred',
        },
        extensions: evaluated(),
        timeout: TIMEOUT_MS,
      },
    })
    .catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return null;
  const credentialId = new Uint8Array(made.rawId);
  // Some answer only from the second asking on.
  const answer = answerOf(made) ?? (await askFingerprint(credentialId));
  return answer === null ? null : { credentialId, answer };
}

/** The answer of the phone's authenticator, after the person showed finger, face or screen lock. Null: none. */
export async function askFingerprint(credentialId: Bytes): Promise<Bytes | null> {
  const shown = await navigator.credentials
    .get({
      publicKey: {
        challenge: challenge(),
        allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal'] }],
        userVerification: 'required',
        extensions: evaluated(),
        timeout: TIMEOUT_MS,
      },
    })
    .catch(() => null);
  return shown instanceof PublicKeyCredential ? answerOf(shown) : null;
}

function answerOf(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  return first instanceof ArrayBuffer
    ? new Uint8Array(first)
    : new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice();
}
