import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly withNote?: boolean;
}

/** Prints the proof of an event as JSON. */
export async function proveEvent(id: string, { withNote, ...options }: Options): Promise<void> {
  const shown = withNote ? ({ note: 'text' } as const) : {};
  const proof = await callAdmin(connectionOf(options), 'proveEvent', { id, ...shown });
  print(proof, { json: true }, () => '');
}
