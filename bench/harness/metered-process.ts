import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Meter, THIS_PROCESS } from './measure.ts';

type Question = 'collect' | 'cpu';

/** A separate server process that this process measures. */
export interface MeteredProcess {
  readonly pid: number;
  readonly url: string;
  readonly meter: Meter;
  /** Kills the process, as a crash does. */
  kill(): Promise<void>;
}

async function start(module: URL, args: readonly string[]): Promise<MeteredProcess> {
  const child = fork(fileURLToPath(module), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const lost = ended.then((): never => {
    throw new Error(`${module.pathname} ended before it answered`);
  });
  lost.catch(() => {});
  const told = async <T>(): Promise<T> => {
    const [message] = (await Promise.race([once(child, 'message'), lost])) as [T];
    return message;
  };
  const ask = (question: Question) => {
    child.send(question);
    return told<number>();
  };
  return {
    pid: child.pid!,
    url: await told<string>(),
    meter: {
      collect: async () => {
        await ask('collect');
      },
      cpu: () => ask('cpu'),
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export interface MeteredProcesses {
  /** Starts a module that calls `answerMeter`. */
  start(module: URL, args: readonly string[]): Promise<MeteredProcess>;
}

/** Starts processes, and ends all of them when `use` returns or throws. */
export async function withProcesses<T>(use: (processes: MeteredProcesses) => Promise<T>): Promise<T> {
  const started: MeteredProcess[] = [];
  try {
    return await use({
      async start(module, args) {
        const process = await start(module, args);
        started.push(process);
        return process;
      },
    });
  } finally {
    await Promise.all(started.map(({ kill }) => kill()));
  }
}

const ANSWERS: Readonly<Record<Question, () => number>> = {
  collect() {
    THIS_PROCESS.collect();
    return 0;
  },
  cpu: THIS_PROCESS.cpu,
};

/**
 * Runs in the started process: reports its address, then answers questions about its cost. It exits together
 * with its parent.
 */
export function answerMeter(url: string): void {
  process.on('message', (question: Question) => process.send?.(ANSWERS[question]()));
  process.on('disconnect', () => process.exit());
  process.send?.(url);
}
