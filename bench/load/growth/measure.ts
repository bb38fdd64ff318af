import { join } from 'node:path';
import { ANY_SIZE, type Grown } from '../../harness/growth.ts';
import { measure, type Side } from '../../harness/measure.ts';
import { withProcesses } from '../../harness/metered-process.ts';
import { AUTH_KEYS } from '../../issuer/phone.ts';
import { measureGrowth } from '../../mediation/growth.ts';
import { requireFound } from './check.ts';
import { type GrownStore, growStore } from './grown-store.ts';
import { type GrowthSide, growthSides } from './growth-requests.ts';
import { PAGE } from './requests.ts';
import { type GrownSizes, groupGrowth } from './sizes.ts';

const NAMES: Readonly<Record<GrowthSide, string>> = {
  status: 'getCredentialStatus',
  proofingStatus: 'getProofingStatus',
  nonce: 'getDeviceRegistrationNonce of a new device',
  provision: `one MSO of ${AUTH_KEYS}, encrypted keys`,
  credentials: `list of ${PAGE} credentials`,
  credentialsOfHolder: 'credentials of a holder',
  credentialsOfPeriod: `credentials of a period that has ${PAGE}`,
  active: `list of ${PAGE} active credentials`,
  revoked: 'list of revoked credentials, of which there is none',
  holders: `list of ${PAGE} holders`,
  events: 'events of a credential',
  explain: 'explain of a request',
  sweep: 'sweep that finds nothing to do, without HTTP',
};

const ORDER = Object.keys(NAMES) as readonly GrowthSide[];

async function measureStores(stores: readonly GrownStore[], rounds: number): Promise<Grown['costs']> {
  const all = [];
  for (const store of stores) {
    await requireFound(store);
    all.push(await growthSides(store));
  }
  const costs = [];
  for (const side of ORDER) {
    const bySize = Object.fromEntries(
      all.map(({ sides }, size): [string, Side] => [String(size), sides[side]]),
    );
    const measured = await measure(bySize, rounds);
    const series = all.map((_, size) => measured[String(size)]!);
    costs.push({ name: NAMES[side], bySize: series, atLeast: ANY_SIZE });
  }
  for (const { close } of all) await close();
  return costs;
}

/** Measures requests to the issuer panel and requests of operators on stores with increasing numbers of credentials. */
function credentialGrowth(folder: string, sizes: readonly number[], rounds: number): Promise<Grown> {
  return withProcesses(async (processes) => {
    const stores: GrownStore[] = [];
    for (const size of sizes)
      stores.push(await growStore(processes, join(folder, `credentials-${size}`), size));
    const costs = await measureStores(stores, rounds);
    return { heading: 'by credentials in the store', of: 'credentials', sizes, costs };
  });
}

export async function measureGrown(
  folder: string,
  sizes: GrownSizes,
  rounds: number,
): Promise<readonly Grown[]> {
  return [
    await credentialGrowth(folder, sizes.credentials, rounds),
    await measureGrowth(join(folder, 'groups'), groupGrowth(sizes), rounds),
  ];
}
