import { ApiError } from '../../../client/errors.ts';
import { groupIdOf } from '../../../mediation/as-code/live-configuration.ts';
import { matchGroups } from '../../../mediation/as-code/match-groups.ts';
import type { WantedLine } from '../../../mediation/as-code/match-lines.ts';
import { matchMappings } from '../../../mediation/as-code/match-mappings.ts';
import { newGroup, patchOf } from '../../../mediation/as-code/patch-groups.ts';
import { wantedLines } from '../../../mediation/as-code/plan.ts';
import { hasWork, type Plan } from '../../../mediation/as-code/plan-model.ts';
import type { Workspace } from './workspace.ts';

const BATCH = 100;

/** Lines without the mappings that do not exist yet, which the server would refuse. */
function withoutPending(lines: readonly WantedLine[], existing: ReadonlySet<string>): readonly WantedLine[] {
  return lines.map((line) => {
    const mappings = (line.members.get('mappings') ?? {}) as Readonly<Record<string, string>>;
    const there = Object.entries(mappings).filter(([, name]) => existing.has(name));
    return { ...line, members: new Map([...line.members, ['mappings', Object.fromEntries(there)]]) };
  });
}

type Try = (what: string, write: () => Promise<unknown>) => Promise<void>;

async function tryMappings({ configuration, live, wanted, lock, remote }: Workspace, attempt: Try) {
  const pending = matchMappings(configuration, wanted, live.mappings, lock.read()).flatMap(({ key, name }) =>
    name === undefined ? (wanted.get(key) ?? []) : [],
  );
  for (let made = 0; made < pending.length; made += BATCH) {
    const batch = pending.slice(made, made + BATCH);
    const requests = batch.map(({ adUnitId, adapterId, displayName, configurations }) => ({
      adUnitId,
      mapping: { adapterId, displayName, adUnitConfigurations: { ...configurations } },
    }));
    const what = `mappings ${batch.map(({ key }) => key).join(', ')}`;
    await attempt(what, () => remote.createMappings(requests, { validateOnly: true }));
  }
}

async function tryGroups(workspace: Workspace, plan: Plan, attempt: Try) {
  const { configuration, live, wanted, lock, remote, target } = workspace;
  const scope = lock.read();
  const mappings = matchMappings(configuration, wanted, live.mappings, scope);
  const existing = new Set(mappings.map(({ name = '' }) => name));
  for (const { key, entry, group } of matchGroups(configuration, live, scope)) {
    const own = plan.groups.find((one) => one.key === key);
    if (!own || !hasWork(own) || own.action === 'unarchive') continue;
    const lines = withoutPending(wantedLines({ configuration, live, mappings }, entry), existing);
    const write = () => {
      if (!group) {
        return remote.createGroup(newGroup(entry, lines, configuration, target), { validateOnly: true });
      }
      const patch = patchOf(own, group, entry, lines, configuration);
      const tried = { validateOnly: true };
      return patch.mask.length === 0
        ? Promise.resolve(group)
        : remote.patchGroup(groupIdOf(group), patch, group.etag, tried);
    };
    await attempt(`group ${key}`, write);
  }
}

interface TriedPlan {
  /** What the server would refuse. */
  readonly refused: readonly string[];
  /** Why the server did not check. */
  readonly notice?: string;
}

/** Sends every write of a plan with `validateOnly`, where the server can try it. */
export async function checkPlan(workspace: Workspace, plan: Plan): Promise<TriedPlan> {
  if (!workspace.target.validateOnly) return { refused: [] };
  const refused: string[] = [];
  let notice: string | undefined;
  const attempt: Try = async (what, write) => {
    if (notice !== undefined) return;
    try {
      await write();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 403) notice = 'the server did not check the plan: the token may only read';
      else refused.push(`${what}: ${error.message}`);
    }
  };
  await tryMappings(workspace, attempt);
  await tryGroups(workspace, plan, attempt);
  return { refused, ...(notice !== undefined && { notice }) };
}
