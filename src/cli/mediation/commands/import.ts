import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { withEnvironment } from '../../../mediation/as-code/environment.ts';
import { type Imported, importedFile } from '../../../mediation/as-code/import.ts';
import { linesOf } from '../../../mediation/as-code/live.ts';
import { EMPTY_SCOPE } from '../../../mediation/as-code/lock.ts';
import { printed } from '../../../mediation/as-code/print.ts';
import type { Adapter, AdUnitMapping } from '../../../mediation/contract/index.ts';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { notice, print } from '../../output.ts';
import { applyPlan } from '../as-code/apply.ts';
import { lockFile, lockPathOf, replaceFile } from '../as-code/lock-file.ts';
import { type Remote, remoteOf } from '../as-code/remote.ts';
import { ending, FILE, planOptions, TARGET } from '../as-code/run.ts';
import { type FileOptions, openWorkspace, targetFor } from '../as-code/workspace.ts';
import { leaf } from '../command.ts';
import type { Desk } from '../connection.ts';

interface Options extends FileOptions {
  readonly replace?: boolean;
  readonly envFile?: string;
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
  const sources = await remote.sources();
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

async function make(desk: Desk, options: Options): Promise<number> {
  const { api } = desk;
  const { file, envFile, replace = false } = options;
  const taken = [file, ...(envFile === undefined ? [] : [envFile])].find((path) => existsSync(path));
  if (taken !== undefined && !replace) throw new UsageError(`${taken} exists; --replace overwrites it`);
  const account = await desk.account();
  const publisher = account.slice(account.indexOf('/') + 1);
  const lock = lockFile(lockPathOf(resolve(file)), api.baseUrl, publisher);
  const target = await targetFor(api, options);
  const remote = remoteOf(api, account, target);
  const imported = importedFile(publisher, await everything(publisher, remote), lock.read());
  const { file: content, variables } =
    envFile === undefined ? { file: imported.file, variables: {} } : withEnvironment(imported.file);
  if (envFile !== undefined) {
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}\n`);
    replaceFile(envFile, lines.join(''), 0o600);
  }
  replaceFile(file, printed(content));
  lock.write({ ...EMPTY_SCOPE, ...imported.scope });
  Object.assign(process.env, variables);
  const workspace = await openWorkspace(desk, { ...options, account: publisher });
  await applyPlan({ ...workspace, options: planOptions({}), isDry: true });
  for (const name of imported.left) notice(`${name} is left out: its adapter is not on the server`, options);
  const { groups, mappings = {} } = content;
  const counts = { groups: Object.keys(groups).length, mappings: Object.keys(mappings).length };
  const told = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  print({ file, ...counts }, options, () => {
    return `${file} has ${told(counts.groups, 'group')} and ${told(counts.mappings, 'mapping')}`;
  });
  return EXIT.done;
}

const HELP = `
Writes what is on the server into a new file, and the ids into diptych.lock.json beside it. Mappings that no line uses
are left out. With --env-file, the file names variables in place of the values of mappings, and the values are written
to another file, which only its owner can read.`;

export const importFile = () =>
  leaf<Options>({
    name: 'import',
    description: 'Write the configuration of a server into a file',
    help: HELP,
    statuses: 'Exit status: 0 done, 1 any error.',
    examples: [
      'diptych mediation import --file mediation.yaml',
      'diptych mediation import --file mediation.yaml --env-file mediation.env',
    ],
    options: (command) =>
      command
        .addOption(FILE)
        .addOption(TARGET)
        .option('--replace', 'overwrite an existing file; keys of the lock file are kept, comments are lost')
        .option('--env-file <file>', 'write the values of mappings to this file'),
    run: (desk, options) => ending(() => make(desk, options), options),
  });
