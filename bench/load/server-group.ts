import { join } from 'node:path';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import type { Database } from '../../src/storage/database.ts';
import { issuerStore } from '../../src/storage/issuer/issuer-store.ts';
import { mediationStore } from '../../src/storage/mediation/mediation-store.ts';
import { epochsOf } from '../harness/epochs-of.ts';
import { activePhone, type Phone } from '../issuer/phone.ts';
import { accessToken } from '../mediation/access-token.ts';
import { LINES } from '../mediation/sizes.ts';
import { seed } from '../mediation/store.ts';
import type { Place } from './deployments.ts';
import type { Postgres } from './postgres.ts';
import { type Served, serve } from './serve.ts';
import type { LoadSizes } from './sizes.ts';
import { fillCredentials } from './store/fill-credentials.ts';
import { type Template, templateOf } from './store/template.ts';

/** Servers that share one database, which already contains credentials and groups. */
export interface Lane {
  readonly servers: readonly Served[];
  readonly database: Database;
  /** A phone with an active credential. The other phones in the store are copies of it. */
  readonly phone: Phone;
  readonly template: Template;
  /** An access token for the mediation interface. */
  readonly token: string;
}

/** The issuer URL of tokens, the same for all servers. */
const ISSUER_URL = 'http://bench.example';

function databaseOf(data: string, url: string | undefined): Database {
  const options = { data, ...(url !== undefined && { 'database.url': url }) };
  return openDatabase(loadSettings({ environment: {}, options }), dataFolder(data));
}

/** Waits until the request log is stored: getRequest stores it before it answers. */
const settle = ({ connection }: Served) =>
  callAdmin(connection, 'getRequest', { id: 'none' }).catch(() => undefined);

async function fill(served: Served, database: Database, sizes: LoadSizes) {
  const phone = await activePhone(served.data, 'bench');
  await settle(served);
  const { clock, random } = REAL_EFFECTS;
  const epochs = epochsOf(served.data);
  const template = await templateOf(issuerStore(database, clock, random, epochs), phone.device.state);
  await fillCredentials(database, { template, epochs }, sizes.credentials);
  await seed(mediationStore(database, clock, random), { groups: sizes.groups, lines: LINES });
  return { phone, template };
}

/**
 * Starts the servers of a place in a folder; on PostgreSQL, with a new database of this name. `keep` collects
 * what must be stopped later.
 */
export async function openLane(
  { folder, name, postgres }: { readonly folder: string; readonly name: string; readonly postgres: Postgres },
  { database: kind, servers: count, workers }: Place,
  sizes: LoadSizes,
  keep: (stop: () => Promise<void>) => void,
): Promise<Lane> {
  const data = join(folder, name);
  const url = kind === 'postgres' ? await postgres.newDatabase(name) : undefined;
  const settings = {
    DIPTYCH_OAUTH_ISSUER_URL: ISSUER_URL,
    ...(url !== undefined && { DIPTYCH_DATABASE_URL: url }),
  };
  const servers: Served[] = [];
  while (servers.length < count) {
    const served = await serve(data, workers, settings);
    keep(served.stop);
    servers.push(served);
  }
  const database = databaseOf(data, url);
  keep(() => database.close());
  const filled = await fill(servers[0]!, database, sizes);
  return { servers, database, ...filled, token: await accessToken(data) };
}

export const adminOf = ({ servers }: Lane): Connection => servers[0]!.connection;
