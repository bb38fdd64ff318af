import type { AdminRequest } from '../../api.ts';
import { ANY_STATE } from '../../parts/any-state.ts';

type Request = AdminRequest<'listProofings'>;

/** Waiting proofings have a deadline; those in other states are sorted by age. */
const WITH_DEADLINE = ['pending', 'challenged'];

/** The list request for the filters in the address. */
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
