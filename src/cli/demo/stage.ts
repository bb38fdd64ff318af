import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certificatesFromPem } from '../../formats/x509/index.ts';
import { loadSettings } from '../../server/config/load.ts';
import { adminToken } from '../../server/data-folder.ts';
import { createLogger } from '../../server/observe.ts';
import { type Server, startServer } from '../../server/start.ts';
import { type Device, type Exchange, simulatedDevice } from '../../wallet/index.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { readHolders } from '../admin/read-holders.ts';

export interface StageOptions {
  readonly data?: string;
  readonly port?: number;
  readonly onExchange: (exchange: Exchange) => void;
}

/** Everybody in the story: a server, its operator, a phone. */
export interface Stage {
  readonly server: Server;
  readonly folder: string;
  readonly operator: Connection;
  readonly phone: Device;
  /** The record of the person, as it is imported. */
  readonly holder: ReturnType<typeof readHolders>[number];
  /** DER of the issuer's root, which a reader trusts. */
  readonly trustedRoots: readonly Uint8Array[];
  close(): Promise<void>;
}

const HOLDER_FILE = fileURLToPath(new URL('../../../data/demo/holder.json', import.meta.url));

/** A sandbox in which an operator decides; on a folder of its own that goes with it, unless one is named. */
export async function setStage({ data, port = 0, onExchange }: StageOptions): Promise<Stage> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'diptych-demo-'));
  const options = { data: folder, port, adminPort: 0, 'issuer.decisions': 'manual' };
  const settings = loadSettings({ environment: {}, options });
  const server = await startServer(settings, { logger: createLogger('error') });
  const operator = { url: server.adminUrl, token: adminToken(server.context.folder) };
  const { keys } = await callAdmin(operator, 'listKeys', {});
  const trustedRoots = keys
    .filter(({ role }) => role === 'iaca')
    .flatMap((key) => certificatesFromPem(key.certificate));
  const issuer = { baseUrl: server.url, issuerId: settings.issuer.id, onExchange };
  const [holder] = readHolders(HOLDER_FILE);
  if (!holder) throw new Error('the demo record is missing');
  return {
    server,
    folder,
    operator,
    phone: simulatedDevice({ issuer, trustedRoots }),
    holder,
    trustedRoots,
    async close() {
      await server.close();
      if (data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
