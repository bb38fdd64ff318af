import { type ApplyInput, applyPlan, type Step } from '../../../../src/cli/mediation/as-code/apply.ts';
import type { LockFile } from '../../../../src/cli/mediation/as-code/lock-file.ts';
import { readLive } from '../../../../src/cli/mediation/as-code/read-live.ts';
import { type Remote, remoteOf } from '../../../../src/cli/mediation/as-code/remote-writes.ts';
import type { MediationApi } from '../../../../src/cli/mediation/client/client.ts';
import { ApiError } from '../../../../src/client/errors.ts';
import { StatusError } from '../../../../src/conventions/index.ts';
import { parseConfiguration } from '../../../../src/mediation/as-code/index.ts';
import { EMPTY_SCOPE, type LockScope } from '../../../../src/mediation/as-code/lock.ts';
import { matchMappings, wantedMappings } from '../../../../src/mediation/as-code/match-mappings.ts';
import { planOf } from '../../../../src/mediation/as-code/plan.ts';
import type { Plan } from '../../../../src/mediation/as-code/plan-model.ts';
import type { ConfigurationFile } from '../../../../src/mediation/as-code/schema.ts';
import { PUBLIC_TARGET, type Target } from '../../../../src/mediation/as-code/target.ts';
import type { World } from '../../domain/support/world.ts';

export const EXTENDED: Target = { groupMembers: true, archive: true, validateOnly: true, etag: true };
export const RESTRICTED = PUBLIC_TARGET;

export const OPTIONS = { prune: false, overwriteDrift: false, duringExperiment: false };

/** `accounts/pub-1/mediationGroups/2` as the parameters of its path. */
function pathOf(on: string) {
  const parts = on.split('/');
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 1 ? [[`${parts[index - 1]}Id`, part]] : [])),
  );
}

const notHere = () => {
  throw new Error('not on the bench');
};
const notOnBench = { result: notHere, media: notHere, pages: notHere, request: notHere };

/** A client of the panel itself, without HTTP. */
export function apiOf(world: World, publisher: string): MediationApi {
  const call = (async (name, { on = '', query = {}, body, ifMatch, validateOnly }) => {
    const all = { ...query, ...(validateOnly && { validateOnly }) };
    const text = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, String(value)]));
    const { accountsId: _, ...path } = pathOf(on);
    const sent = { path, query: text, ...(body !== undefined && { body }), ...(ifMatch && { ifMatch }) };
    return world.call(publisher, name, sent).catch((error: unknown) => {
      if (!(error instanceof StatusError)) throw error;
      const isCondition = error.reason === 'CONDITION_NOT_MET';
      throw new ApiError(isCondition ? 412 : 400, { error: { message: error.message } });
    });
  }) as MediationApi['call'];
  return {
    baseUrl: 'http://bench',
    call,
    ...notOnBench,
    async *items(name, member, given) {
      const page = await call(name, given as never);
      yield* (page[member] ?? []) as never[];
    },
  };
}

export class MemoryLock implements LockFile {
  scope: LockScope = EMPTY_SCOPE;
  read = () => this.scope;
  note(scope: LockScope) {
    this.write(scope);
  }
  write(scope: LockScope) {
    this.scope = JSON.parse(JSON.stringify(scope)) as LockScope;
  }
}

/** One publisher whose file is planned and applied. `through`: puts faults between the calls. */
export function benchOf(world: World, publisher: string, target: Target) {
  const lock = new MemoryLock();
  const remote = remoteOf(apiOf(world, publisher), `accounts/${publisher}`, target);

  async function inputOf(file: ConfigurationFile, through: Remote): Promise<ApplyInput> {
    const text = JSON.stringify(file).replaceAll('pub-0000000000000000', publisher);
    const configuration = parseConfiguration(text, 'file.json');
    const live = await readLive(configuration, through);
    const wanted = wantedMappings(configuration, live, (key, setting) => {
      const value = configuration.mappings.get(key)?.values.get(setting);
      return typeof value === 'string' ? value : '';
    });
    return {
      server: 'http://bench',
      target,
      options: OPTIONS,
      configuration,
      live,
      wanted,
      remote: through,
      lock,
    };
  }

  return {
    lock,
    remote,
    async plan(file: ConfigurationFile): Promise<Plan> {
      const input = await inputOf(file, remote);
      const scope = lock.read();
      const mappings = matchMappings(input.configuration, input.wanted, input.live.mappings, scope);
      return planOf({ ...input, scope, mappings });
    },
    async apply(
      file: ConfigurationFile,
      through = remote,
      locked: LockFile = lock,
    ): Promise<readonly Step[]> {
      return applyPlan({ ...(await inputOf(file, through)), lock: locked });
    },
    /** Everything of the publisher, without ids, so that two publishers can be compared. */
    async state() {
      const groups = await remote.groups();
      const units = [`ca-app-${publisher}/1111111111`, `ca-app-${publisher}/2222222222`];
      const all = (await Promise.all(units.map((unit) => remote.mappings(unit)))).flat();
      const numbers = new Map(
        all.map(({ name = '', displayName, adUnitConfigurations }) => [
          name,
          `${displayName} ${JSON.stringify(adUnitConfigurations)}`,
        ]),
      );
      const plain = groups.map(({ name: _n, mediationGroupId: _i, etag: _e, ...group }) => ({
        ...group,
        ...(group.archiveTime !== undefined && { archiveTime: 'archived' }),
        mediationGroupLines: Object.values(group.mediationGroupLines ?? {})
          .map(({ id: _, adUnitMappings = {}, ...line }) => ({
            ...line,
            adUnitMappings: Object.entries(adUnitMappings)
              .map(([unit, name]) => `${unit} ${numbers.get(name)}`)
              .sort(),
          }))
          .map((line) => JSON.stringify(line))
          .sort(),
      }));
      const text = plain.map((group) => JSON.stringify(group).replaceAll(publisher, 'pub')).sort();
      return { groups: text, mappings: [...numbers.values()].sort() };
    },
  };
}
