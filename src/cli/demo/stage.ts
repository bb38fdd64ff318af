import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadSettings } from '../../server/config/load.ts';
import { adminToken } from '../../server/files/data-folder.ts';
import { createLogger } from '../../server/observe/logger.ts';
import { type Server, startServer } from '../../server/start.ts';
import type { Connection } from '../admin/connection.ts';

/** The story came out otherwise than it should. */
export class StoryError extends Error {
  override readonly name = 'StoryError';
}

/** `what` names the thing in the error. */
export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new StoryError(`${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
}

/** The values without doubles, in an order of their own. */
export const distinct = (values: readonly (string | undefined)[]) => [...new Set(values)].sort();

/** What has to be there. */
export function there<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new StoryError(`${what} is missing`);
  return value;
}

/** Everything of an interface has to be in its story. */
export function expectAllCalled<Name extends string>(
  names: readonly Name[],
  wasCalled: (name: Name) => boolean,
): void {
  const missed = names.filter((name) => !wasCalled(name));
  if (missed.length > 0) throw new StoryError(`not called: ${missed.join(', ')}`);
}

interface StageOptions {
  readonly data?: string;
  readonly port?: number;
}

/** What all stories have in common: a server and its operator. */
export interface Stage {
  readonly server: Server;
  readonly folder: string;
  readonly operator: Connection;
  /** As the settings name it. */
  readonly issuerId: string;
  close(): Promise<void>;
}

/** A sandbox in which an operator decides; on a folder of its own that goes with it, unless one is named. */
export async function setStage({ data, port = 0 }: StageOptions): Promise<Stage> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'diptych-demo-'));
  const options = { data: folder, port, adminPort: 0, 'issuer.decisions': 'manual' };
  const settings = loadSettings({ environment: {}, options });
  const server = await startServer(settings, { logger: createLogger('error') });
  return {
    server,
    folder,
    operator: { url: server.adminUrl, token: adminToken(server.context.folder) },
    issuerId: settings.issuer.id,
    async close() {
      await server.close();
      if (data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
