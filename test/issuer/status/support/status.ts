import { decodeStaticAuthData } from '../../../../src/formats/mdoc/index.ts';
import { decodeMsoStatus } from '../../../../src/formats/status/index.ts';
import type { Device } from '../../../../src/wallet/index.ts';
import type { World } from '../../../support/world.ts';

export const STATUS_URI = 'https://status.example/lists';

/** The address on this server of a list, whose own address is in a domain that does not exist. */
export const listAddress = (uri: string, { url }: Pick<World, 'url'>): string =>
  uri.replace(STATUS_URI, `${url}/status`);

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
