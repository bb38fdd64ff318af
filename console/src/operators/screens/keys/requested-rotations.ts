import { useAdmin } from '../../api.ts';

/** Rotations that wait for a second person: the ids of their approvals by role. */
export function useRequestedRotations(): ReadonlyMap<unknown, string> {
  const { data } = useAdmin('listApprovals', { state: 'awaited', pageSize: 100 });
  const rotations = (data?.approvals ?? []).filter(({ method }) => method === 'rotateKey');
  return new Map(rotations.map(({ id, arguments: { role } = {} }) => [role, id]));
}
