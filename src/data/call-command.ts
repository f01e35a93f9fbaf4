import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey, UseMutationResult } from '@tanstack/react-query';
import type { BodyOf, CallAnswer, CallInput, Noun, NounCall } from '../../contract/call.ts';
import { saveBlob } from '../lib/download.ts';
import { isStaleError } from '../lib/error-words.ts';
import { server } from '../remote/session-client.ts';
import { storedUser } from '../remote/stored-user.ts';

/** What a command changed: all that is shown of a noun, of an id whatever the noun, or all there is. */
export type Changed = Noun | { readonly id: string } | 'everything';

/** How a command runs, and what is read again after it. */
export interface CommandOptions<Answer, Given = unknown> {
  readonly changes?: readonly Changed[];
  /** Called at once, before anything is read again; also when the screen that asked has gone. */
  readonly onDone?: (answer: Answer, given: Given) => void;
  /** The key of the query whose answer this one is, too: it is shown at once. */
  readonly isAnswerOf?: (answer: Answer, given: Given) => QueryKey;
  /** When to read again. `settled`, unless told: a refusal may mean that somebody else was faster. After a stale one always. */
  readonly readsAgain?: 'settled' | 'done';
  /** The ids of what it removes: what was read of that is not asked for again. */
  readonly gone?: (given: Given) => readonly string[];
  /** Whether a command that was done ends only when what is shown was read again. True unless told. */
  readonly isWaited?: boolean;
  /** Failures are told by whoever asked, not by a toast. */
  readonly isQuiet?: boolean;
  /** The person waits for it behind the loading overlay. */
  readonly isBlocking?: boolean;
}

type CommandResult<Answer, Given> = UseMutationResult<
  Answer,
  Error,
  Given,
  { userId: string | undefined }
>;

const mentions = (key: QueryKey, id: string) => JSON.stringify(key).includes(`"${id}"`);

/** Has everything that is shown of what changed read again, but for what is gone. */
async function readAgain(
  client: QueryClient,
  changes: readonly Changed[],
  gone: readonly string[] = [],
  isStale = false,
): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      (isStale || meta?.isReadOnce !== true) &&
      !gone.some((id) => mentions(queryKey, id)) &&
      changes.some((changed) => {
        if (typeof changed === 'object') return mentions(queryKey, changed.id);
        return changed === 'everything' || queryKey[0] === changed;
      }),
  });
}

/** Has everything of some nouns read again when called: something came from elsewhere. */
export function useReadAgain(...changes: readonly Changed[]): () => Promise<void> {
  const client = useQueryClient();
  return () => readAgain(client, changes);
}

/** A command made of more than one call, or of one that is chosen as it runs; it names what it changes. */
export function useCommand<Given, Answer>(
  send: (given: Given) => Promise<Answer>,
  options: CommandOptions<Answer, Given> = {},
): CommandResult<Answer, Given> {
  const client = useQueryClient();
  const { changes = [], onDone, isWaited = true, isQuiet = false, isBlocking = false } = options;
  const readChanged = (given: Given, isStale = false) => {
    const read = readAgain(client, changes, options.gone?.(given), isStale);
    return isWaited ? read : undefined;
  };
  return useMutation({
    mutationFn: send,
    meta: { isQuiet, isBlocking },
    onMutate: () => ({ userId: storedUser()?._id }),
    onSuccess: (answer, given, { userId }) => {
      // What one person was answered is not kept for the next.
      if (options.isAnswerOf && storedUser()?._id === userId)
        client.setQueryData(options.isAnswerOf(answer, given), answer);
      onDone?.(answer, given);
      return options.readsAgain === 'done' ? readChanged(given) : undefined;
    },
    onSettled: (_answer, error, given) => {
      // Somebody else was faster: a form goes on from what they made of it, what it read once included.
      const isStale = isStaleError(error);
      const read =
        options.readsAgain === 'done' && !isStale ? undefined : readChanged(given, isStale);
      // A refusal is told at once: a form shows it before a toast would.
      return error === null ? read : undefined;
    },
  });
}

/** How a command of one call runs. */
export type CallCommandOptions<C extends NounCall, Given = CallInput<C>> = CommandOptions<
  CallAnswer<C>,
  Given
> & { readonly timeoutMs?: number };

const waiting = (timeoutMs: number | undefined) => (timeoutMs === undefined ? {} : { timeoutMs });

/** Sends a call of the contract; what is shown of its noun, and of `changes`, is read again afterwards. */
export function useCallCommand<C extends NounCall>(
  call: C,
  { timeoutMs, changes = [], ...rest }: CallCommandOptions<C> = {},
): CommandResult<CallAnswer<C>, CallInput<C>> {
  return useCommand((input: CallInput<C>) => server.call(call, input, waiting(timeoutMs)), {
    ...rest,
    changes: [call.noun, ...changes],
  });
}

/** The same for a call that takes only a body: it is given as it is. */
export function useBodyCommand<C extends NounCall>(
  call: C,
  { timeoutMs, changes = [], ...rest }: CallCommandOptions<C, BodyOf<C>> = {},
): CommandResult<CallAnswer<C>, BodyOf<C>> {
  return useCommand(
    (body: BodyOf<C>) => server.call(call, { body } as CallInput<C>, waiting(timeoutMs)),
    { ...rest, changes: [call.noun, ...changes] },
  );
}

/** Asks a call whose answer nobody else shows: a look into a file, a try, a preview. Nothing is read again. */
export function useCallOnce<C extends NounCall>(
  call: C,
  { timeoutMs, ...rest }: CallCommandOptions<C> = {},
): CommandResult<CallAnswer<C>, CallInput<C>> {
  return useCommand((input: CallInput<C>) => server.call(call, input, waiting(timeoutMs)), rest);
}

/** Hands a call's file to the person, as a download. Answers its name. */
export function useCallDownload<C extends NounCall>(
  call: C,
  { timeoutMs, ...rest }: { readonly timeoutMs?: number; readonly isQuiet?: boolean } = {},
): CommandResult<string, CallInput<C>> {
  return useCommand(async (input: CallInput<C>) => {
    const file = await server.download(call, input, waiting(timeoutMs));
    saveBlob(file);
    return file.fileName;
  }, rest);
}
