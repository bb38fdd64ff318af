import { useReading } from '../../../frame/read.ts';
import { useSession } from '../../../frame/session.tsx';
import { type AdminRequest, type AdminResponse, admin } from '../../api.ts';
import { readDevices } from './read-devices.ts';

/** A person has few devices; of the newest proofings and credentials. */
const MOST = 100;

/** The devices of a holder. The interface has no such filter, so they are those of the proofings and credentials. */
export function useDevicesOf(holderId: string | undefined, state: AdminRequest<'listDevices'>['state']) {
  const { guarded } = useSession();
  return useReading({
    queryKey: ['devicesOf', holderId, state],
    enabled: holderId !== undefined,
    queryFn: ({ signal }): Promise<AdminResponse<'listDevices'>> =>
      guarded(async () => {
        const request = { holderId: holderId!, orderBy: 'createTime desc', pageSize: MOST } as const;
        const [{ proofings }, { credentials }] = await Promise.all([
          admin('listProofings', request, { signal }),
          admin('listCredentials', request, { signal }),
        ]);
        const ids = [...proofings, ...credentials].map(({ deviceReferenceId }) => deviceReferenceId);
        const devices = await readDevices(ids, (id) => admin('getDevice', { id }, { signal }));
        const wanted = devices.filter(
          (device) => device.holderId === holderId && (state === undefined || device.state === state),
        );
        return { devices: wanted };
      }),
  });
}
