import type { BodyOf } from '../../../contract/call.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { useCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

/** A partner's form as the calls take it. */
export type PartnerBody = BodyOf<typeof partnerCalls.changePartner>;

/** One partner with its contact persons; nothing is asked without an id. */
export function usePartner(id: string | null) {
  return useCallQuery(partnerCalls.readPartner, id === null ? null : { params: { id } }, {
    ...readWhenOpened,
    select: (answer) => answer.data,
  });
}

const changes = ['partners'] as const;

/** Stores a new partner (id null) or a changed one; refusals are left to the form. */
export function useSavePartner() {
  return useCommand(
    ({ id, body }: { id: string | null; body: PartnerBody }) =>
      id === null
        ? server.call(partnerCalls.addPartner, { body: { ...body, password: body.password ?? '' } })
        : server.call(partnerCalls.changePartner, { params: { id }, body }),
    { changes, isQuiet: true },
  );
}

/** Whether a partner is not there (any more), or the id is none. */
export function isMissing(error: unknown): boolean {
  return error instanceof RefusedError && (error.status === 404 || error.status === 400);
}
