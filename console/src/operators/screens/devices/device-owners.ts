import { useReading } from '../../../frame/read.ts';
import { useSession } from '../../../frame/session.tsx';
import { admin } from '../../api.ts';
import { readDevices } from './read-devices.ts';

/** Whose a device is seldom changes, in milliseconds. */
const STALE_TIME = 5 * 60_000;

/** The holders of these devices, as far as the devices registered and sent a proofing. */
export function useDeviceOwners(
  ids: readonly (string | undefined)[] = [],
): ReadonlyMap<string, string | undefined> {
  const { guarded } = useSession();
  const asked = [...new Set(ids.filter((id) => id !== undefined))].toSorted();
  const { data = [] } = useReading({
    queryKey: ['ownersOf', asked],
    enabled: asked.length > 0,
    staleTime: STALE_TIME,
    queryFn: ({ signal }) =>
      guarded(() => readDevices(asked, (id) => admin('getDevice', { id }, { background: true, signal }))),
  });
  return new Map(data.map(({ id, holderId }) => [id, holderId]));
}
