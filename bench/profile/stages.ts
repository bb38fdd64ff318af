/** What a server does for a request. */
export const STAGES = [
  'cryptography',
  'formats',
  'SQLite',
  'commits',
  'HTTP',
  'JSON and checks',
  'operations',
  'log and metrics',
  'garbage',
  'others',
] as const;
export type Stage = (typeof STAGES)[number];

/** A node of the tree that V8 writes into a `.cpuprofile`. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

export interface Profile {
  /** Microseconds of the monotonic clock. */
  readonly startTime: number;
  readonly nodes: readonly ProfileNode[];
  /** The node on top of the stack, for each sample. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** By the address of the module; the first that matches counts. */
const MODULES: readonly (readonly [RegExp, Stage])[] = [
  [/node:internal\/crypto|node:crypto/, 'cryptography'],
  [/better-sqlite3|\/kysely\/|\/src\/storage\//, 'SQLite'],
  [/\/pino\/|sonic-boom|prom-client|\/src\/server\/observe\//, 'log and metrics'],
  [/\/src\/formats\//, 'formats'],
  [/\/src\/conventions\/|\/src\/issuer\/contract\//, 'JSON and checks'],
  [/node:_http|node:net|node:internal\/streams|\/fastify\/|find-my-way|\/src\/http\//, 'HTTP'],
  [/\/src\//, 'operations'],
];

const IDLE = new Set(['(idle)', '(root)']);

/** What the queue of writes calls after the tasks of a group: the statement that commits. */
const isCommit = (callFrame: ProfileNode['callFrame'], caller: string) =>
  caller.endsWith('#commitGroup') && /^(run)?$/.test(callFrame.functionName);

/** Of a frame alone; undefined if its callers say it. */
function stageOf(callFrame: ProfileNode['callFrame'], caller: string): Stage | 'idle' | undefined {
  const { functionName, url } = callFrame;
  if (IDLE.has(functionName)) return 'idle';
  if (functionName === '(garbage collector)') return 'garbage';
  if (isCommit(callFrame, caller)) return 'commits';
  return MODULES.find(([pattern]) => pattern.test(url))?.[1];
}

/** The stage of each node: of the nearest frame that has one, from the top of the stack. */
export function stagesOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, Stage | 'idle'> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map<number, Stage | 'idle'>();
  const visit = (node: ProfileNode, outer: Stage | undefined, caller = ''): void => {
    const own = stageOf(node.callFrame, caller);
    // A commit is code of SQLite too.
    const stage = outer === 'commits' && own === 'SQLite' ? outer : (own ?? outer);
    stages.set(node.id, stage ?? 'others');
    for (const child of node.children ?? [])
      visit(byId.get(child)!, stage === 'idle' ? undefined : stage, node.callFrame.functionName);
  };
  if (nodes[0]) visit(nodes[0], undefined);
  return stages;
}

/** A request that the server answered: microseconds of the monotonic clock. */
export interface Answered {
  readonly operation: string;
  readonly from: number;
  readonly to: number;
}

export type Shares = Record<Stage, number>;

const none = () => Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Shares;

/** Microseconds of each stage in a request of each operation, without those in which the server waited. */
export function sharesOf(profile: Profile, served: readonly Answered[]): ReadonlyMap<string, Shares> {
  const stages = stagesOf(profile.nodes);
  const sums = new Map<string, Shares>();
  const counts = new Map<string, number>();
  for (const { operation } of served) {
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    if (!sums.has(operation)) sums.set(operation, none());
  }
  let now = profile.startTime;
  let at = 0;
  profile.samples.forEach((node, index) => {
    const delta = profile.timeDeltas[index]!;
    now += delta;
    while (at < served.length && served[at]!.to < now) at += 1;
    const request = served[at];
    const stage = stages.get(node)!;
    if (request && request.from <= now && stage !== 'idle') sums.get(request.operation)![stage] += delta;
  });
  for (const [operation, shares] of sums) for (const stage of STAGES) shares[stage] /= counts.get(operation)!;
  return sums;
}
