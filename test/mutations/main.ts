import { parseArgs } from 'node:util';
import { type Mutation, nearOf } from './mutation.ts';
import { type Scratch, scratchTree } from './scratch.ts';
import { firstFailure, type Length, LONGEST } from './suite.ts';
import { MUTATIONS } from './table.ts';

const USAGE = `npm run test:mutations -- [--only TEXT] [--short]

Puts ${MUTATIONS.length} faults into a copy of the last commit, one at a time, and tells which run finds each:
the tests that are likely to, then npm test, then npm run test:long.

  --only TEXT  faults whose file holds the text
  --short      no npm run test:long for what npm test misses

Exit status 1: a fault that npm test misses.
`;

type By = 'near' | Length;

interface Found {
  readonly by: By;
  /** The first test that failed. */
  readonly test: string;
}

const out = (text: string) => process.stdout.write(text);

interface Run {
  readonly length: Length;
  readonly paths: (of: Mutation) => readonly string[];
  readonly longest: keyof typeof LONGEST;
}

const RUNS: Readonly<Record<By, Run>> = {
  near: { length: 'short', paths: nearOf, longest: 'few' },
  short: { length: 'short', paths: () => [], longest: 'whole' },
  long: { length: 'long', paths: () => [], longest: 'whole' },
};

async function failureWith(scratch: Scratch, mutation: Mutation, by: By): Promise<string | undefined> {
  const { length, paths, longest } = RUNS[by];
  scratch.mutate(mutation);
  try {
    return await firstFailure(scratch.folder, length, paths(mutation), LONGEST[longest]);
  } finally {
    scratch.mend(mutation);
  }
}

/** Checks that all tests pass without a fault; otherwise they would seem to find every fault. */
async function requireGreen(scratch: Scratch, mutations: readonly Mutation[]): Promise<void> {
  const paths = [...new Set(mutations.flatMap(nearOf))];
  const failure = await firstFailure(scratch.folder, 'short', paths, LONGEST.whole);
  if (failure) throw new Error(`fails without any fault: ${failure}`);
}

/** Each kind of run tries the faults that the previous one did not find. Most are found within seconds. */
async function search(scratch: Scratch, mutations: readonly Mutation[], runs: readonly By[]) {
  const found = new Map<Mutation, Found>();
  const started = performance.now();
  const minutes = () => `${((performance.now() - started) / 60_000).toFixed(1)} min`;
  await requireGreen(scratch, mutations);
  out(`${minutes()}: without a fault the tests that are likely to find them pass\n`);
  for (const by of runs) {
    const left = mutations.filter((mutation) => !found.has(mutation));
    out(`\n${by}: ${left.length} faults\n`);
    for (const [index, mutation] of left.entries()) {
      const test = await failureWith(scratch, mutation, by);
      if (test !== undefined) found.set(mutation, { by, test });
      out(`${`${index + 1}/${left.length}`.padStart(6)} ${minutes().padStart(9)}  `);
      out(`${test === undefined ? 'not found' : 'found    '}  ${mutation.file}: ${mutation.breaks}\n`);
      if (test !== undefined) out(`${''.padEnd(29)}${test}\n`);
    }
  }
  return found;
}

async function run(mutations: readonly Mutation[], runs: readonly By[]) {
  const scratch = scratchTree();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      scratch.remove();
      process.exit(1);
    });
  try {
    const problems = mutations.flatMap((mutation) => scratch.problemOf(mutation) ?? []);
    if (problems.length > 0) throw new Error(`mend test/mutations: ${problems.join('; ')}`);
    out(`${mutations.length} faults apply\n`);
    return await search(scratch, mutations, runs);
  } finally {
    scratch.remove();
  }
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  out(USAGE);
} else {
  const { only = '', short } = values;
  const mutations = MUTATIONS.filter(({ file }) => file.includes(only));
  const found = await run(mutations, short ? ['near', 'short'] : ['near', 'short', 'long']);
  const byLong = mutations.filter((mutation) => found.get(mutation)?.by === 'long');
  const unfound = mutations.filter((mutation) => !found.has(mutation));
  out(`\nnpm test finds ${mutations.length - byLong.length - unfound.length} of ${mutations.length}\n`);
  for (const { file, breaks } of byLong) out(`npm run test:long alone finds ${file}: ${breaks}\n`);
  for (const { file, breaks } of unfound)
    out(`${short ? 'npm test does not find' : 'nothing finds'} ${file}: ${breaks}\n`);
  process.exitCode = byLong.length + unfound.length > 0 ? 1 : 0;
}
