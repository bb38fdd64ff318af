import { codeDigest } from '../../../src/keys/secrets.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { REAL_EFFECTS } from '../../../src/server/effects.ts';
import { dataFolder, readAddresses } from '../../../src/server/files/data-folder.ts';
import { issuerPolicy } from '../../../src/server/issuer/issuer-policy.ts';
import { sweep } from '../../../src/server/rounds/deadline-sweep.ts';
import { issuerStore } from '../../../src/storage/issuer/issuer-store.ts';
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts';
import { simulatedDevice } from '../../../src/wallet/index.ts';
import { epochsOf } from '../../harness/epochs-of.ts';
import { openConnection, wireOf } from '../../harness/http-connection.ts';
import { inTurn } from '../../harness/in-turn.ts';
import type { Batch, Side } from '../../harness/measure.ts';
import { AUTH_KEYS, ISSUER_ID } from '../../issuer/phone.ts';
import { requestsOf, supply } from '../../issuer/requests.ts';
import { stateOf } from '../store/ids.ts';
import type { GrownStore } from './grown-store.ts';
import { type About, PAGE, requestsAbout } from './requests.ts';

/** Maximum number of copies, spread over the store, that requests use in turn. */
const TOUCHED = 1500;

/** Each copy is read once or twice before the measurement, so that nothing comes from the disk for the first time. */
const READ = { leastRuns: { warmUp: 2 * TOUCHED, sample: 8 } };
/** Until the server has compiled its code: thousands of MSOs. */
const PROVISION = { leastRuns: { warmUp: 256, sample: 4 } };

export function touched({ credentials }: GrownStore): readonly number[] {
  const last = Math.max(1, credentials - PAGE);
  const count = Math.min(last, TOUCHED);
  return Array.from({ length: count }, (_, index) => Math.floor((index * last) / count));
}

/** Requests that the admin listener answers. */
const ADMIN: ReadonlySet<About> = new Set<About>([
  'credentials',
  'credentialsOfHolder',
  'credentialsOfPeriod',
  'active',
  'revoked',
  'holders',
  'events',
  'explain',
]);

/** Requests for MSOs for new keys of these copies in turn. */
export async function provisioning(store: GrownStore, copies: readonly number[]): Promise<Batch> {
  const { server, phone } = store;
  const next = inTurn(copies);
  const issuer = { baseUrl: server.url, issuerId: ISSUER_ID };
  const made = supply([
    () => {
      const device = simulatedDevice({ issuer, state: stateOf(phone.device.state, next()) });
      return requestsOf({ ...phone, device, newDevice: () => device }).encryptedKeys();
    },
  ]);
  const connection = await openConnection(server.url);
  return {
    makes: AUTH_KEYS,
    run: () => connection.ok(made.next()),
    prepare: made.prepare,
    meter: server.meter,
    ...PROVISION,
  };
}

/** The sweep that every process runs twice a minute, when nothing is due. */
function sweeping({ data }: GrownStore): { readonly side: Side; readonly close: () => Promise<void> } {
  const database = openSqlite(dataFolder(data).database);
  const { clock, random } = REAL_EFFECTS;
  const policy = issuerPolicy(loadSettings({ environment: {}, options: { data } }));
  const store = issuerStore(database, clock, random, epochsOf(data));
  return {
    side: () => sweep({ store, issuer: { policy }, clock, holderDigest: codeDigest(dataFolder(data).keys) }),
    close: () => database.close(),
  };
}

export type GrowthSide = About | 'provision' | 'sweep';

/** All measurements on one store. */
export async function growthSides(store: GrownStore) {
  const { server, data } = store;
  const { adminUrl } = readAddresses(dataFolder(data)) ?? { adminUrl: '' };
  const connections = { panel: await openConnection(server.url), admin: await openConnection(adminUrl) };
  const about = requestsAbout(store);
  const copies = touched(store);
  const asking = (name: About): Batch => {
    const connection = ADMIN.has(name) ? connections.admin : connections.panel;
    const next = inTurn(copies);
    return { makes: 1, run: () => connection.ok(wireOf(about[name](next()))), meter: server.meter, ...READ };
  };
  const { side: sweepSide, close } = sweeping(store);
  const asked = (Object.keys(about) as About[]).map((name) => [name, asking(name)] as const);
  const sides = {
    ...Object.fromEntries(asked),
    provision: await provisioning(store, copies),
    sweep: sweepSide,
  } as Record<GrowthSide, Side>;
  return { sides, close };
}
