import { z } from 'zod';

/** How to reach a telephone exchange that speaks ARI, Asterisk's HTTP and WebSocket interface. */
export interface AriSettings {
  /** Address of the interface without a trailing slash, such as http://pbx.example:8088/ari. */
  readonly url: string;
  readonly user: string;
  /** Secret: goes in a header only, never into an address or a log. */
  readonly password: string;
  /** Name of our Stasis application, unique at that exchange; our channels' ids begin with it. */
  readonly app: string;
  /** Dial string of a borrower, with {number}. */
  readonly endpoint: string;
  /** Dial string of an agent's telephone, with {extension}. */
  readonly agentEndpoint: string;
  /** Media that a dropped call hears, such as sound:recoup-dropped. */
  readonly dropSound: string;
  /** Context of the dialplan that tells machines from people; null: whoever answers is a person. */
  readonly amdContext: string | null;
  /** Public address of the folder with the recordings, ending in a slash; null: nothing is recorded. */
  readonly recordingsUrl: string | null;
}

/** An http address without a login in it. */
function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
}

const dialString = (placeholder: string, example: string) =>
  z
    .string()
    .refine(
      (text) => text.includes(placeholder) && /^[\w{}@/.:;+-]+$/.test(text),
      `must be a dial string with ${placeholder}, such as ${example}`,
    );

const variables = {
  TELEPHONY: z
    .enum(['simulator', 'ari'], { error: 'must be simulator or ari' })
    .default('simulator'),
  ARI_URL: z.string().refine(isAddress, 'must look like http://pbx.example:8088/ari').optional(),
  ARI_USER: z
    .string()
    .regex(/^[^:\s]+$/, 'must be the name of a user in ari.conf')
    .optional(),
  ARI_PASSWORD: z.string().optional(),
  ARI_APP: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,31}$/, 'must be letters, digits and dashes, such as recoup')
    .default('recoup'),
  ARI_ENDPOINT: dialString('{number}', 'PJSIP/{number}@trunk').optional(),
  ARI_AGENT_ENDPOINT: dialString('{extension}', 'PJSIP/{extension}').default('PJSIP/{extension}'),
  ARI_DROP_SOUND: z
    .string()
    .regex(/^(sound|recording|http|https):\S+$/, 'must look like sound:recoup-dropped')
    .default('sound:recoup-dropped'),
  ARI_AMD_CONTEXT: z
    .string()
    .regex(/^[\w-]+$/, 'must be a context of the dialplan, such as recoup-amd')
    .optional(),
  ARI_RECORDINGS_URL: z
    .string()
    .refine(isAddress, 'must look like https://pbx.example/recordings/')
    .optional(),
};

const isNeeded = 'must be set when TELEPHONY is ari';

/** Reads the environment variables of the exchange, to be parsed beside the others. `ari` null: the embedded one. */
export const ariEnvironment = z
  .object(variables)
  .transform((given, context): { ari: AriSettings | null } => {
    if (given.TELEPHONY !== 'ari') return { ari: null };
    const need = (name: 'ARI_URL' | 'ARI_USER' | 'ARI_PASSWORD' | 'ARI_ENDPOINT'): string => {
      const value = given[name];
      if (value === undefined)
        context.addIssue({ code: 'custom', path: [name], message: isNeeded });
      return value ?? '';
    };
    const recordings = given.ARI_RECORDINGS_URL?.replace(/\/*$/, '/');
    return {
      ari: {
        url: need('ARI_URL').replace(/\/+$/, ''),
        user: need('ARI_USER'),
        password: need('ARI_PASSWORD'),
        app: given.ARI_APP,
        endpoint: need('ARI_ENDPOINT'),
        agentEndpoint: given.ARI_AGENT_ENDPOINT,
        dropSound: given.ARI_DROP_SOUND,
        amdContext: given.ARI_AMD_CONTEXT ?? null,
        recordingsUrl: recordings ?? null,
      },
    };
  });
