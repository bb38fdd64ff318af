import { ApiError } from '../../../client/errors.ts';
import { groupIdOf, isOutOfService, type Live } from '../../../mediation/as-code/live-configuration.ts';
import { type LockScope, lockedMapping, withGroup } from '../../../mediation/as-code/lock.ts';
import { lockAfterApply } from '../../../mediation/as-code/lock-after-apply.ts';
import { appliedTo, type GroupMatch, matchGroups } from '../../../mediation/as-code/match-groups.ts';
import {
  type MappingMatch,
  matchMappings,
  type WantedMapping,
} from '../../../mediation/as-code/match-mappings.ts';
import { wantedGroup } from '../../../mediation/as-code/members.ts';
import { newGroup, patchOf } from '../../../mediation/as-code/patch-groups.ts';
import {
  type PlanInput,
  planGroup,
  planOf,
  versionOf,
  wantedLines,
} from '../../../mediation/as-code/plan.ts';
import { type GroupPlan, hasWork } from '../../../mediation/as-code/plan-model.ts';
import type { MediationGroup } from '../../../mediation/contract/index.ts';
import type { LockFile } from './lock-file.ts';
import { readMappings } from './read-live.ts';
import { isUnknown, type Remote } from './remote-writes.ts';

export interface Step {
  /** "group start-dach", "mappings" */
  readonly what: string;
  readonly result: 'done' | 'failed' | 'not tried';
  /** Why it was not done, or that nothing was sent for it. */
  readonly reason?: string;
}

export interface ApplyInput extends Omit<PlanInput, 'mappings' | 'scope'> {
  readonly wanted: ReadonlyMap<string, WantedMapping>;
  readonly remote: Remote;
  readonly lock: LockFile;
  /** Only writes the lock file. */
  readonly isDry?: boolean;
}

/** Requests of one batch (the public limit). */
const BATCH = 100;

class Failure extends Error {}

const CHANGED = 'it was changed since it was read; plan again';
const NOTED = 'only noted in the lock file';
const LOST = 'the answer was lost; run again to see what was done';

const messageOf = (error: unknown) => {
  if (error instanceof ApiError && error.status === 412) return CHANGED;
  return error instanceof Error ? error.message : String(error);
};

/** Errors of one change, after which the others go on. Anything else ends the run. */
const isOwn = (error: unknown) => error instanceof Failure || error instanceof ApiError;

/**
 * Makes the server have what the file says: mappings, then new groups, then one patch for each group, then groups that
 * serve no more. Each success is noted in the journal of the lock file, so a run that was broken off continues.
 */
class Application {
  readonly steps: Step[] = [];
  readonly #input: ApplyInput;
  #scope: LockScope;
  #live: Live;
  #isReachable = true;
  #matched:
    | {
        readonly live: Live['mappings'];
        readonly locked: LockScope['mappings'];
        readonly matches: readonly MappingMatch[];
      }
    | undefined;

  constructor(input: ApplyInput) {
    this.#input = input;
    this.#scope = input.lock.read();
    this.#live = input.live;
  }

  async run(): Promise<readonly Step[]> {
    try {
      await this.#work();
    } finally {
      this.#input.lock.write(this.#scope);
    }
    return this.steps;
  }

  async #work(): Promise<void> {
    if (this.#input.isDry) this.#keepMappings();
    else await this.#createMappings();
    const input = this.#planInput();
    const { groups } = planOf(input);
    const matches = matchGroups(input.configuration, input.live, input.scope);
    const working = this.#input.isDry
      ? []
      : groups.filter((plan) => hasWork(plan) || plan.blocked !== undefined);
    const first = (plan: GroupPlan) => (plan.action === 'create' ? 0 : plan.key === undefined ? 2 : 1);
    const byKey = new Map(matches.map((match) => [match.key, match]));
    for (const plan of working.toSorted((a, b) => first(a) - first(b))) {
      const match = plan.key === undefined ? undefined : byKey.get(plan.key);
      await this.#step(plan.key === undefined ? `group ${plan.id}` : `group ${plan.key}`, plan.blocked, () =>
        match ? this.#bring(match, plan) : this.#retire(plan),
      );
    }
    this.#noteUnchanged(matches, groups);
  }

  async #step(what: string, blocked: string | undefined, work: () => Promise<unknown>): Promise<void> {
    if (blocked !== undefined || !this.#isReachable) {
      const reason = blocked ?? 'the server cannot be reached';
      this.steps.push({ what, result: 'not tried', reason });
      return;
    }
    try {
      const end = await work();
      this.steps.push({ what, result: 'done', ...(end === NOTED && { reason: NOTED }) });
    } catch (error) {
      if (!isOwn(error) && !isUnknown(error)) throw error;
      this.#isReachable = isOwn(error);
      this.steps.push({ what, result: 'failed', reason: messageOf(error) });
    }
  }

  #keep(scope: LockScope): void {
    this.#scope = scope;
    if (!this.#input.isDry) this.#input.lock.note(scope);
  }

  /** Found again only when mappings were made or adopted since, because each group asks. */
  #matchMappings(): readonly MappingMatch[] {
    const { configuration, wanted } = this.#input;
    const [live, locked] = [this.#live.mappings, this.#scope.mappings];
    if (this.#matched?.live !== live || this.#matched.locked !== locked) {
      const matches = matchMappings(configuration, wanted, live, this.#scope);
      this.#matched = { live, locked, matches };
    }
    return this.#matched.matches;
  }

  #planInput(): PlanInput {
    return { ...this.#input, live: this.#live, scope: this.#scope, mappings: this.#matchMappings() };
  }

  /** Mappings that others created have the same content, so each is taken by one key. */
  #keepMappings(): void {
    const found = this.#matchMappings().flatMap(({ key, name }) =>
      name === undefined || name === lockedMapping(this.#scope, key) ? [] : [[key, name]],
    );
    if (found.length === 0) return;
    this.#keep({ ...this.#scope, mappings: { ...this.#scope.mappings, ...Object.fromEntries(found) } });
  }

  async #createMappings(): Promise<void> {
    const pending = () => this.#matchMappings().filter(({ name }) => name === undefined);
    const count = pending().length;
    this.#keepMappings();
    for (let made = 0; made < count && this.#isReachable; made += BATCH) {
      const keys = pending()
        .slice(0, BATCH)
        .map(({ key }) => key);
      const before = this.steps.length;
      await this.#step(`mappings ${keys.join(', ')}`, undefined, () => this.#createBatch(keys));
      if (this.steps[before]?.result === 'failed') break;
    }
  }

  async #createBatch(keys: readonly string[]): Promise<void> {
    const { configuration, remote, wanted } = this.#input;
    const batch = keys.map((key) => wanted.get(key) as WantedMapping);
    const lost = async (error: unknown): Promise<void> => {
      if (!isUnknown(error)) throw error;
      // They may have been created, and would be created twice.
      this.#live = { ...this.#live, mappings: await readMappings(configuration, remote) };
    };
    await remote
      .createMappings(
        batch.map(({ adUnitId, adapterId, displayName, configurations }) => ({
          adUnitId,
          mapping: { adapterId, displayName, adUnitConfigurations: { ...configurations } },
        })),
      )
      .then((created) => {
        this.#live = { ...this.#live, mappings: [...this.#live.mappings, ...created] };
        const names = created.map(({ name = '' }, index) => [keys[index] ?? '', name]);
        const mappings = { ...this.#scope.mappings, ...Object.fromEntries(names) };
        this.#keep({ ...this.#scope, mappings });
      }, lost);
    this.#keepMappings();
    const missing = this.#matchMappings().filter(({ key, name }) => keys.includes(key) && name === undefined);
    if (missing.length > 0) throw new Failure(LOST);
  }

  /** Returns NOTED if nothing was sent. */
  async #bring(match: GroupMatch, plan: GroupPlan): Promise<unknown> {
    const { mappings } = this.#planInput();
    const used = [...match.entry.lines.values()].flatMap((line) => [...(line.mappings?.values() ?? [])]);
    if (mappings.some(({ key, name }) => name === undefined && used.includes(key))) {
      throw new Failure('its mappings could not be created');
    }
    if (match.group && plan.action === 'unarchive') return this.#unarchive(match);
    const group = match.group ? await this.#patch(match, match.group, plan) : await this.#create(match);
    this.#keepGroup(match, group, plan);
    return group === match.group && NOTED;
  }

  async #create({ entry }: GroupMatch): Promise<MediationGroup> {
    const { configuration, remote, target } = this.#input;
    const body = newGroup(entry, wantedLines(this.#planInput(), entry), configuration, target);
    try {
      return await remote.createGroup(body);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const groupIds = new Set(this.#live.groups.map(groupIdOf));
      const [found, other] = (await remote.groups()).filter(
        (group) =>
          !groupIds.has(groupIdOf(group)) &&
          group.displayName === entry.name &&
          group.targeting?.platform === entry.platform &&
          group.targeting.format === entry.format,
      );
      if (!found || other) throw new Failure(LOST);
      return found;
    }
  }

  /** The group as it has to be before it is written to. Without ETags it is read again, just before. */
  async #current(group: MediationGroup): Promise<string | undefined> {
    if (group.etag !== undefined && this.#input.target.etag) return group.etag;
    const now = await this.#input.remote.group(groupIdOf(group));
    if (!now || versionOf(now) !== versionOf(group)) throw new Failure(CHANGED);
    return undefined;
  }

  async #patch(match: GroupMatch, group: MediationGroup, plan: GroupPlan): Promise<MediationGroup> {
    const { configuration, remote } = this.#input;
    const input = this.#planInput();
    const patch = patchOf(plan, group, match.entry, wantedLines(input, match.entry), configuration);
    if (patch.mask.length === 0) return group;
    const id = groupIdOf(group);
    const etag = await this.#current(group);
    try {
      return await remote.patchGroup(id, patch, etag);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const now = await remote.group(id);
      if (!now || hasLeft(planGroup({ ...match, group: now }, input))) throw new Failure(LOST);
      return now;
    }
  }

  async #unarchive(match: GroupMatch): Promise<void> {
    const { remote } = this.#input;
    const archived = match.group as MediationGroup;
    const group = await remote.unarchive(groupIdOf(archived), await this.#current(archived));
    const again = { ...match, group };
    const plan = planGroup(again, this.#planInput());
    this.#keepGroup(again, await this.#patch(again, group, plan), plan);
  }

  #keepGroup(match: GroupMatch, group: MediationGroup, plan: GroupPlan): void {
    this.#keep(this.#scopeAfter(match, group, plan));
  }

  #scopeAfter(match: GroupMatch, group: MediationGroup, plan: GroupPlan): LockScope {
    const { key, entry, replaces } = match;
    const input = this.#planInput();
    const locked = lockAfterApply({
      group,
      wanted: wantedGroup(entry, input.configuration),
      wantedLines: wantedLines(input, entry),
      plan,
      before: appliedTo(match, this.#scope),
    });
    const { retired = [] } = this.#scope;
    return {
      ...withGroup(this.#scope, key, locked),
      ...(replaces !== undefined && { retired: [...new Set([...retired, replaces])] }),
    };
  }

  async #retire(plan: GroupPlan): Promise<void> {
    const { remote, configuration } = this.#input;
    const group = this.#live.groups.find((one) => groupIdOf(one) === plan.id) as MediationGroup;
    const id = groupIdOf(group);
    if (this.#isReplaced(id)) throw new Failure('the group that takes its place could not be created');
    const etag = await this.#current(group);
    const write =
      plan.action === 'archive'
        ? remote.archive(id, etag)
        : remote.patchGroup(id, patchOf(plan, group, undefined, [], configuration), etag);
    await write.catch((error: unknown) => {
      throw isUnknown(error) ? new Failure(LOST) : error;
    });
    if (plan.action === 'archive') this.#forget(id);
  }

  /** Whether the file has the group with another platform or format. */
  #isReplaced(id: string): boolean {
    const { configuration, live, scope } = this.#planInput();
    return matchGroups(configuration, live, scope).some(({ replaces }) => replaces === id);
  }

  /** A group that is out of service need not be remembered. */
  #forget(id: string): void {
    const { retired = [], ...scope } = this.#scope;
    const rest = retired.filter((one) => one !== id);
    this.#keep({ ...scope, ...(rest.length > 0 && { retired: rest }) });
  }

  /** Digests of what is as the file says, also where nothing had to be written. The end of the run writes them. */
  #noteUnchanged(matches: readonly GroupMatch[], plans: readonly GroupPlan[]): void {
    const byKey = new Map(plans.map((plan) => [plan.key, plan]));
    for (const match of matches) {
      const plan = byKey.get(match.key);
      const isQuiet = plan && match.group && !hasWork(plan) && plan.action !== 'gone' && !plan.blocked;
      if (isQuiet) this.#scope = this.#scopeAfter(match, match.group, plan);
    }
    const serving = new Set(
      this.#live.groups.filter((group) => !isOutOfService(group, this.#input.target)).map(groupIdOf),
    );
    for (const id of this.#scope.retired ?? []) if (!serving.has(id)) this.#forget(id);
  }
}

/** Whether something of the plan is still to be written. */
const hasLeft = (plan: GroupPlan) =>
  plan.lines.some(({ action }) => ['add', 'replace', 'disable'].includes(action)) ||
  [...plan.changes, ...plan.lines.flatMap(({ changes }) => changes)].some(
    ({ how }) => how === 'write' || how === 'overwrite',
  );

export const applyPlan = (input: ApplyInput): Promise<readonly Step[]> => new Application(input).run();
