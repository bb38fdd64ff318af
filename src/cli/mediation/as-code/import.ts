import { resolve } from 'node:path';
import { withEnvironment } from '../../../mediation/as-code/environment.ts';
import { type Imported, importedFile } from '../../../mediation/as-code/import.ts';
import { linesOf } from '../../../mediation/as-code/live-configuration.ts';
import { EMPTY_SCOPE } from '../../../mediation/as-code/lock.ts';
import { printConfiguration } from '../../../mediation/as-code/print.ts';
import type { Target } from '../../../mediation/as-code/target.ts';
import type { Adapter, AdUnitMapping } from '../../../mediation/contract/index.ts';
import type { MediationSession } from '../connection.ts';
import { applyPlan } from './apply.ts';
import { lockFile, lockPathOf, writeTextFile } from './lock-file.ts';
import { planOptions } from './print-plan.ts';
import { type Remote, remoteOf } from './remote-writes.ts';
import { type FileOptions, openWorkspace } from './workspace.ts';

export interface ImportOptions extends FileOptions {
  /** File for the values of mappings; without it they are in the configuration file. */
  readonly secrets?: string;
}

async function everything(publisher: string, remote: Remote): Promise<Imported> {
  const groups = (await remote.groups()).filter(({ archiveTime }) => archiveTime === undefined);
  const named = new Set(
    groups.flatMap(linesOf).flatMap(({ adUnitMappings = {} }) => Object.values(adUnitMappings)),
  );
  const fragments = new Set([...named].map((name) => name.split('/')[3] ?? ''));
  const mappings: AdUnitMapping[] = [];
  for (const fragment of fragments) {
    const all = await remote.mappings(`ca-app-${publisher}/${fragment}`);
    mappings.push(...all.filter(({ name = '' }) => named.has(name)));
  }
  const sources = await remote.adSources();
  const adapters = new Map<string, readonly Adapter[]>();
  const missing = new Set(mappings.map(({ adapterId = '' }) => adapterId));
  // Sources of lines first: public servers limit reads, and these have the adapters of nearly all mappings.
  const inUse = new Set(groups.flatMap(linesOf).map(({ adSourceId }) => adSourceId));
  const order = sources.toSorted((a, b) => Number(inUse.has(b.adSourceId)) - Number(inUse.has(a.adSourceId)));
  for (const { adSourceId = '' } of order) {
    if (missing.size === 0) break;
    const found = await remote.adapters(adSourceId);
    adapters.set(adSourceId, found);
    for (const { adapterId = '' } of found) missing.delete(adapterId);
  }
  return { sources, adapters, adUnits: await remote.adUnits(), groups, mappings };
}

/** Writes what is on the server into a file, and the ids into the lock file beside it. */
export async function importInto(session: MediationSession, target: Target, options: ImportOptions) {
  const { api } = session;
  const { file, secrets } = options;
  const account = await session.account();
  const publisher = account.slice(account.indexOf('/') + 1);
  const lock = lockFile(lockPathOf(resolve(file)), api.baseUrl, publisher);
  const remote = remoteOf(api, account, target);
  const imported = importedFile(publisher, await everything(publisher, remote), lock.read());
  const { file: content, variables } =
    secrets === undefined ? { file: imported.file, variables: {} } : withEnvironment(imported.file);
  if (secrets !== undefined) {
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}\n`);
    writeTextFile(secrets, lines.join(''), 0o600);
  }
  writeTextFile(file, printConfiguration(content));
  lock.write({ ...EMPTY_SCOPE, ...imported.scope });
  Object.assign(process.env, variables);
  const workspace = await openWorkspace(
    session,
    { ...options, account: publisher, allowEnv: Object.keys(variables) },
    { target: () => target },
  );
  await applyPlan({ ...workspace, options: planOptions({}), isDry: true });
  const { groups, mappings = {} } = content;
  return {
    groups: Object.keys(groups).length,
    mappings: Object.keys(mappings).length,
    /** Mappings that are not in the file. */
    left: imported.left,
  };
}
