import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { certificatesFromPem } from '../../src/formats/x509/index.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { dataFolder, readAddresses } from '../../src/server/files/data-folder.ts';
import { type Device, type DeviceOptions, simulatedDevice } from '../../src/wallet/index.ts';
import { ELEMENTS } from './record.ts';

/** Number of authentication keys in one request. */
export const AUTH_KEYS = 10;

/** The issuer id of the sandbox. */
export const ISSUER_ID = 'Sandbox_US_MDL';

/** The issuer certificates that devices trust. */
export async function rootsOf(connection: Connection): Promise<readonly Uint8Array[]> {
  const { keys } = await callAdmin(connection, 'listKeys', {});
  return keys
    .filter(({ role }) => role === 'iaca')
    .flatMap(({ certificate }) => certificatesFromPem(certificate));
}

/** Issues a code for a new holder. */
export async function newCode(
  connection: Connection,
  holderId: string,
  elements: typeof ELEMENTS = ELEMENTS,
): Promise<string> {
  await callAdmin(connection, 'importHolders', { holders: [{ id: holderId, elements }] });
  return (await callAdmin(connection, 'issueCode', { holderId })).code;
}

/** A simulated phone with an active credential, and a way to make more of them. */
export interface Phone {
  readonly device: Device;
  /** The provisioned elements by namespace. */
  readonly namespaces: Awaited<ReturnType<Device['provision']>>['namespaces'];
  readonly newDevice: () => Device;
}

/** A phone of this holder on the server of a data folder. It verifies every MSO up to the root certificate. */
export async function activePhone(data: string, holderId: string): Promise<Phone> {
  const folder = dataFolder(data);
  const { url, adminUrl } = readAddresses(folder) ?? { url: '', adminUrl: '' };
  const connection = { url: adminUrl, token: adminToken(folder) };
  const options: DeviceOptions = {
    issuer: { baseUrl: url, issuerId: ISSUER_ID },
    trustedRoots: await rootsOf(connection),
  };
  const newDevice = () => simulatedDevice(options);
  const device = newDevice();
  await device.register();
  await device.proof(await newCode(connection, holderId));
  const { namespaces } = await device.provision();
  const accepted = await device.provisionMsos(AUTH_KEYS);
  if (accepted !== AUTH_KEYS) throw new Error(`${AUTH_KEYS} keys were sent and ${accepted} MSOs came`);
  return { device, namespaces, newDevice };
}
