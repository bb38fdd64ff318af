import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../server/config/load.ts';
import { adminToken } from '../../server/files/data-folder.ts';
import { createLogger } from '../../server/observe/logger.ts';
import { type Server, startServer } from '../../server/start.ts';
import type { Connection } from '../admin/connection.ts';

export interface StageOptions {
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
