import { rows } from './database.ts';
import type { World } from './world.ts';

/** The record of a holder, decrypted. */
export async function recordOf(world: World, id: string): Promise<Buffer> {
  const holder = await world.server.context.store.read((reader) => reader.holder(id));
  return Buffer.from(holder?.record ?? []);
}

/** The rows of the columns that are encrypted. */
export const encryptedColumns = (world: World): readonly Buffer[] =>
  [
    ...rows(world, 'select record as bytes from holder'),
    ...rows(world, 'select static_auth_data as bytes from issued_mso where static_auth_data is not null'),
  ].map(({ bytes }) => bytes as Buffer);
