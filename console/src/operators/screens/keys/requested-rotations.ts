import { useAdmin } from '../../api.ts';
import { rotationsIn } from './next-step.ts';

/** Rotations that wait for a second person: the id of the request by role. Undefined while they are read. */
export function useRequestedRotations() {
  const { data, isLoading } = useAdmin('listApprovals', { state: 'awaited', pageSize: 100 });
  return isLoading ? undefined : rotationsIn(data?.approvals ?? []);
}
