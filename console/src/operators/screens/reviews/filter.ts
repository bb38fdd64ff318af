import type { AdminRequest } from '../../api.ts';

type Request = AdminRequest<'listProofings'>;

/** What waits has a deadline; other states are listed by their age. */
const WITH_DEADLINE = ['pending', 'challenged'];

/** Value of the filter of states that shows all of them. */
export const ANY_STATE = 'any';

/** The request of a list from the filters in the address. */
export function requestOf(filters: Readonly<Record<string, string>>): Request {
  const { state = 'pending', claim, holderId, deviceReferenceId } = filters;
  return {
    ...(state !== ANY_STATE && { state: state as NonNullable<Request['state']> }),
    ...(claim && { claim: claim as NonNullable<Request['claim']> }),
    ...(holderId && { holderId }),
    ...(deviceReferenceId && { deviceReferenceId }),
    orderBy: WITH_DEADLINE.includes(state) ? 'deadlineTime' : 'createTime desc',
  };
}
