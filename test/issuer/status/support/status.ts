import { decodeStaticAuthData } from '../../../../src/formats/mdoc/index.ts';
import { decodeMsoStatus } from '../../../../src/formats/status/index.ts';
import type { Device } from '../../../../src/wallet/index.ts';

export const STATUS_URI = 'https://status.example/lists';

export interface Place {
  readonly idx: number;
  readonly uri: string;
}

/** The status of each MSO of the device; undefined for one without. */
export const statusesOf = (device: Device): readonly (Place | undefined)[] =>
  device.state.authKeys.map(({ certified }) => {
    const { issuerAuth } = decodeStaticAuthData(certified?.staticAuthData as Uint8Array);
    const { status } = issuerAuth.mobileSecurityObject;
    return status === undefined ? undefined : decodeMsoStatus(status).statusList;
  });

export const placesOf = (device: Device): readonly Place[] => statusesOf(device) as readonly Place[];
