import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CannotCompare } from './cannot-compare.ts';
import { hasOtherPackages, idOf } from './commit-before.ts';

/** So few say only whether something became much slower. */
const SMALL_ROUNDS = 3;

const USAGE = `npm run check:speed -- [COMMIT] [--small]

Is the server slower than before? Runs "npm run bench -- stack --before COMMIT" and the same of serve, a few minutes in all.
COMMIT is HEAD^ if none is named. A report ends with a warning if something needs over 1.05 times the processor time.

  --small  ${SMALL_ROUNDS} rounds, for a first look; a commit with another package-lock.json is not compared

Exit status 0, also with warnings and where nothing can be compared, because noise and old commits break nothing; 2: wrong
arguments.
`;

const USAGE_ERROR = 2;
const BENCH = fileURLToPath(new URL('../main.ts', import.meta.url));

const out = (text: string) => process.stdout.write(text);

/** In milliseconds. A benchmark that takes longer is stopped, because its server may hang. */
const LONGEST = 300_000;

/** One after the other: beside another benchmark both would measure it too. */
function compare(commit: string, rounds: readonly string[]): void {
  for (const name of ['stack', 'serve']) {
    const args = [BENCH, name, '--before', commit, ...rounds];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', timeout: LONGEST });
    const reason = status === null ? 'it took too long or was stopped' : 'the lines above tell why';
    out(status === 0 ? '\n' : `${name} was not compared with ${commit}: ${reason}.\n`);
  }
}

interface Command {
  readonly commit: string;
  readonly small: boolean;
}

/** Undefined if the user asked for help. */
function commandOf(): Command | undefined {
  try {
    const options = {
      small: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new Error('name one commit');
    return values.help ? undefined : { commit: positionals[0] ?? 'HEAD^', small: values.small };
  } catch (error) {
    process.stderr.write(`check:speed: ${(error as Error).message}\n\n${USAGE}`);
    process.exit(USAGE_ERROR);
  }
}

/** @throws CannotCompare */
function checkSpeed({ commit, small }: Command): void {
  const id = idOf(commit);
  if (small && hasOtherPackages(id))
    throw new CannotCompare(
      `the package-lock.json of ${commit} is another one; leave out --small to install it`,
    );
  compare(id, small ? ['--rounds', String(SMALL_ROUNDS)] : []);
}

const command = commandOf();
try {
  if (command) checkSpeed(command);
  else out(USAGE);
} catch (error) {
  if (!(error instanceof CannotCompare)) throw error;
  out(`The speed was not compared: ${error.message}\n`);
}
