import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '../../src/server/process/start-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An organisation at whose provider nobody signs in. */
export function organisation(): object {
  const clientSecretFile = join(temporaryFolder('break-glass'), 'client.secret');
  writeFileSync(clientSecretFile, 'a-secret\n');
  return {
    ...{ id: 'agency', name: 'Agency of Motor Vehicles', issuer: 'http://127.0.0.1:9' },
    ...{ clientId: 'diptych', clientSecretFile, servesOneOrganisation: true },
    roles: [{ claim: 'groups', value: 'mdl-viewers', role: 'viewer' }],
  };
}

/** Makes the admin token of a server work for an hour, if it does not work anyway. */
export function openBreakGlass({ context }: Server, changes: object = {}, mode = 0o600): void {
  if (context.breakGlass === undefined) return;
  const { breakGlass } = context.folder;
  const opening = {
    ...{ id: randomBytes(16).toString('base64url'), openedAt: context.clock(), reason: 'of a test' },
    ...changes,
  };
  rmSync(breakGlass, { force: true });
  writeFileSync(breakGlass, JSON.stringify(opening), { mode });
}
