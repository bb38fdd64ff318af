import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { print } from '../output.ts';

/** Prints the proof of an event as JSON. */
export async function proveEvent(id: string, options: ConnectionOptions): Promise<void> {
  const proof = await callAdmin(connectionOf(options), 'proveEvent', { id });
  print(proof, { json: true }, () => '');
}
