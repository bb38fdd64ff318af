import { resolve } from 'node:path';
import { type Configuration, parseConfiguration } from '../../../mediation/as-code/index.ts';
import type { Live } from '../../../mediation/as-code/live-configuration.ts';
import {
  matchMappings,
  type WantedMapping,
  wantedMappings,
} from '../../../mediation/as-code/match-mappings.ts';
import { planOf } from '../../../mediation/as-code/plan.ts';
import type { Plan, PlanOptions } from '../../../mediation/as-code/plan-model.ts';
import type { Target } from '../../../mediation/as-code/target.ts';
import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../cli-errors.ts';
import { accountName, type MediationOptions, type MediationSession } from '../connection.ts';
import { type LockFile, lockFile, lockPathOf } from './lock-file.ts';
import { readLive } from './read-live.ts';
import { type Remote, remoteOf } from './remote-writes.ts';
import { secretsOf } from './secrets.ts';
import { targetFor } from './target-for.ts';

export interface FileOptions extends MediationOptions {
  readonly file: string;
  readonly target?: string;
  readonly allowEnv?: readonly string[];
  readonly allowFile?: readonly string[];
}

/** The publisher of a file, which an option may repeat. @throws UsageError */
export function publisherOf(
  { publisher }: Configuration,
  file: string,
  { account }: MediationOptions,
): string {
  if (account !== undefined && accountName(account) !== `accounts/${publisher}`)
    throw new UsageError(`--account is not ${publisher}, the publisher of ${file}`);
  return publisher;
}

/** A file, the server that it is about, and what was read of both. */
export interface Workspace {
  readonly file: string;
  readonly text: string;
  readonly configuration: Configuration;
  readonly server: string;
  readonly target: Target;
  readonly remote: Remote;
  readonly lock: LockFile;
  readonly live: Live;
  readonly wanted: ReadonlyMap<string, WantedMapping>;
}

export interface Known {
  /** What the server offers, if it was asked before. */
  readonly target?: () => Target | Promise<Target>;
  /** The text of the file, if it was read before. */
  readonly text?: string;
}

/** @throws ConfigurationFileError, LockError, NameProblem, UsageError */
export async function openWorkspace(
  { api }: MediationSession,
  options: FileOptions,
  { target: asked = () => targetFor(api, options), text: given }: Known = {},
): Promise<Workspace> {
  const { file } = options;
  const text = given ?? readText(file);
  const configuration = parseConfiguration(text, file);
  const publisher = publisherOf(configuration, file, options);
  const secrets = secretsOf(configuration, file, options);
  const lock = lockFile(lockPathOf(resolve(file)), api.baseUrl, publisher);
  lock.read();
  const target = await asked();
  const remote = remoteOf(api, `accounts/${publisher}`, target);
  const live = await readLive(configuration, remote);
  const wanted = wantedMappings(configuration, live, secrets);
  return { file, text, configuration, server: api.baseUrl, target, remote, lock, live, wanted };
}

export function planFor(workspace: Workspace, options: PlanOptions): Plan {
  const { configuration, live, wanted, lock } = workspace;
  const scope = lock.read();
  const mappings = matchMappings(configuration, wanted, live.mappings, scope);
  return planOf({ ...workspace, options, scope, mappings });
}
