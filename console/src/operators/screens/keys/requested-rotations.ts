import { useAdmin } from '../../api.ts';
import { rotationsIn } from './next-step.ts';

/** Rotations that wait for a second person: the id of the request by role. */
export const useRequestedRotations = () =>
  rotationsIn(useAdmin('listApprovals', { state: 'awaited', pageSize: 100 }).data?.approvals ?? []);
