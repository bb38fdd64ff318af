import { SEALED_AFTER } from '../../../src/audit/seal-log.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { type Context, createContext } from '../../../src/server/context/context.ts';
import { REAL_EFFECTS } from '../../../src/server/effects.ts';
import { dataFolder } from '../../../src/server/files/data-folder.ts';
import { type DeviceState, simulatedDevice } from '../../../src/wallet/index.ts';
import { jpeg } from '../../../test/support/portrait.ts';
import { epochsOf } from '../../harness/epochs-of.ts';
import type { MeteredProcess, MeteredProcesses } from '../../harness/metered-process.ts';
import { startDiptych } from '../../harness/servers.ts';
import { ISSUER_ID, newCode, rootsOf } from '../../issuer/phone.ts';
import { ELEMENTS } from '../../issuer/record.ts';
import { type Served, serve } from '../serve.ts';
import { fillCredentials } from '../store/fill-credentials.ts';
import { type Template, templateOf } from '../store/template.ts';
import { openFast } from './fast-database.ts';

const PORTRAIT_BYTES = 2048;
const ISO = 'org.iso.18013.5.1';
const SMALL = {
  ...ELEMENTS,
  [ISO]: { ...ELEMENTS[ISO], portrait: jpeg({ bytes: PORTRAIT_BYTES }).toString('base64') },
};

type Elements = typeof ELEMENTS;

/** Number of unexpired MSOs of each credential; each has a few kilobytes. */
const LIVE_MSOS = 1;

/** The phone of which the other phones in the store are copies. */
async function firstPhone({ url, connection }: Served, elements: Elements) {
  const device = simulatedDevice({
    issuer: { baseUrl: url, issuerId: ISSUER_ID },
    trustedRoots: await rootsOf(connection),
  });
  await device.register();
  await device.proof(await newCode(connection, 'bench', elements));
  const { namespaces } = await device.provision();
  await device.provisionMsos(LIVE_MSOS);
  return { device, namespaces };
}

/** The first phone, made on a server that has been stopped since. */
async function begin(data: string, elements: Elements) {
  const served = await serve(data, 1, {});
  try {
    return await firstPhone(served, elements);
  } finally {
    await served.stop();
  }
}

/** A server without listeners, at a time when all audit log entries are old enough to be sealed. */
async function withContext<T>(data: string, use: (context: Context) => Promise<T>): Promise<T> {
  const effects = { ...REAL_EFFECTS, clock: () => Date.now() + SEALED_AFTER };
  const context = await createContext(loadSettings({ environment: {}, options: { data } }), effects);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

async function fill(data: string, state: DeviceState, credentials: number) {
  const template = await withContext(data, ({ store }) => templateOf(store, state));
  const fast = openFast(dataFolder(data).database);
  const timeOf = await fillCredentials(fast, { template, epochs: epochsOf(data) }, credentials);
  fast.close();
  await withContext(data, (context) => context.sealLog());
  return { template, timeOf };
}

/** A separate server on a store with this number of credentials. */
export interface GrownStore {
  readonly data: string;
  readonly credentials: number;
  readonly server: MeteredProcess;
  readonly template: Template;
  /** The time at which a copy was made. */
  readonly timeOf: (copy: number) => number;
  readonly phone: Awaited<ReturnType<typeof firstPhone>>;
}

interface StoreOptions {
  /** Elements of every record; by default with a small portrait, so that a million fit. */
  readonly elements?: Elements;
}

export async function growStore(
  processes: MeteredProcesses,
  data: string,
  credentials: number,
  { elements = SMALL }: StoreOptions = {},
): Promise<GrownStore> {
  const phone = await begin(data, elements);
  const filled = await fill(data, phone.device.state, credentials);
  const server = await startDiptych(processes, data);
  return { data, credentials, server, phone, ...filled };
}
