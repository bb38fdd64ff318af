import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../cli/admin/connection.ts';
import { DAY, HOUR } from '../conventions/time.ts';
import { loadWithOrigins } from '../server/config/load-settings.ts';
import { type Effects, REAL_EFFECTS } from '../server/effects.ts';
import { adminToken } from '../server/files/create-data-folder.ts';
import { createLogger } from '../server/observe/logger.ts';
import { startAlone } from '../server/process/start-alone.ts';
import { type Server, startServer } from '../server/process/start-server.ts';
import { freePort } from './free-port.ts';
import { type WireExchange, wireLines } from './http.ts';
import { writeRates } from './rates.ts';

/** Prints the demo step by step to standard output. */
export interface Narrator {
  /** A part of the demo; its steps are numbered from 1. */
  chapter(title: string): void;
  /** A numbered step. */
  step(text: string): void;
  /** The result of the step. */
  result(text: string): void;
  /** Prints output such as a table or the text of a page. */
  show(text: string): void;
  /** A request and its response; printed with --verbose. */
  exchange(exchange: WireExchange): void;
}

export function narrator(verbose: boolean, write: (text: string) => void): Narrator {
  let steps = 0;
  const block = (lines: readonly string[], indent: string) =>
    write(lines.map((line) => `${indent}${line}`.trimEnd().concat('\n')).join(''));
  return {
    chapter(title) {
      steps = 0;
      write(`\n${title}\n${'─'.repeat(title.length)}\n`);
    },
    step(text) {
      steps += 1;
      write(`\n${String(steps).padStart(2)}  ${text}\n`);
    },
    result(text) {
      write(`    → ${text}\n`);
    },
    show(text) {
      block(text.split('\n'), '      ');
    },
    exchange(exchange) {
      if (verbose) block(wireLines(exchange), '    ');
    },
  };
}

/** A result of the demo differs from the expected one. */
export class StoryError extends Error {
  override readonly name = 'StoryError';
}

/** Fails the demo if the values differ; `what` names the compared value in the error. */
export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new StoryError(`${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
}

/** The values without duplicates, sorted. */
export const distinct = (values: readonly (string | undefined)[]) => [...new Set(values)].sort();

/** The value; throws if it is missing. */
export function requirePresent<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new StoryError(`${what} is missing`);
  return value;
}

/** Checks that the demo called every method of an interface. */
export function expectAllCalled<Name extends string>(
  names: readonly Name[],
  wasCalled: (name: Name) => boolean,
): void {
  const missed = names.filter((name) => !wasCalled(name));
  if (missed.length > 0) throw new StoryError(`not called: ${missed.join(', ')}`);
}

/** The demo prints its passwords, and its people sign in often: hashing them with less work saves seconds. */
const DEMO_EFFECTS: Effects = { ...REAL_EFFECTS, passwordCost: { ln: 10, r: 8, p: 1 } };

interface StageOptions {
  readonly data?: string;
  readonly port?: number;
  /** More settings, by their dotted names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Clock and randomness of the server and of all participants. */
  readonly effects?: Effects;
  /** By how many days the clock of the server starts late, so that the story can let days pass. */
  readonly daysBehind?: number;
  /** By how many hours more it starts late. */
  readonly hoursBehind?: number;
}

/** What happens so many hours before the present. */
export interface Moment {
  readonly hoursAgo: number;
  readonly happen: () => Promise<void>;
}

/** What all demos need: a server and its operator. */
export interface Stage {
  readonly server: Server;
  readonly folder: string;
  readonly operator: Connection;
  readonly effects: Effects;
  /** The issuer id of the settings. */
  readonly issuerId: string;
  /** How many days the clock is late. */
  daysBehind(): number;
  /** What happens on the last days, the first moment first. `passDay` lets it happen when its time has come. */
  readonly moments: Moment[];
  /** Moves the clock on by a day, at most to the time of `StageOptions.effects`. */
  passDay(): Promise<void>;
  /** What happens at the end of each day that a story lets pass, before the server looks at the experiments. */
  readonly endOfDay: (() => Promise<void>)[];
  /** Moves the clock on by an hour of `StageOptions.hoursBehind`. */
  passHour(): void;
  close(): Promise<void>;
}

const HOURS_OF_DAY = DAY / HOUR;

/** How often another port is taken if another process was faster. */
const PORTS_TRIED = 5;

/** MSOs name the address of the status lists, so the port must be known before the server listens. */
async function withPort<T>(wanted: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  if (wanted) return start(wanted);
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tried === PORTS_TRIED || !(error instanceof Error && error.message.includes('EADDRINUSE')))
        throw error;
    }
  }
}

/** The server does it by itself, but not as fast as days pass here; then it would doubt its clock. */
async function sweepDay({ store, clock, purge }: Server['context']): Promise<void> {
  await store.write((writer) => writer.saveBelievedTime({ believedAt: clock() }));
  await purge();
}

/** Starts a sandbox with manual decisions, in a temporary folder unless one is named. */
export async function setStage(options: StageOptions): Promise<Stage> {
  const { data, settings: more, effects: given = DEMO_EFFECTS } = options;
  let { daysBehind = 0, hoursBehind = 0 } = options;
  const moments: Moment[] = [];
  const effects = {
    ...given,
    clock: () => given.clock() - Math.round(daysBehind * DAY) - hoursBehind * HOUR,
  };
  const folder = data ?? mkdtempSync(join(tmpdir(), 'diptych-demo-'));
  const rates = writeRates(folder, given.clock());
  const { server, settings } = await withPort(options.port, async (port) => {
    const { settings, origins } = loadWithOrigins({
      environment: {},
      options: {
        data: folder,
        port,
        adminPort: 0,
        'issuer.decisions': 'manual',
        'issuer.status.uri': `http://127.0.0.1:${port}/status`,
        'mediation.rates': rates,
        // Of a server that has run for two months, the document signer is due for rotation.
        'keys.documentSigner.days': 90,
        'keys.documentSigner.rotateDays': 60,
        'issuer.wallets.documentTypes': ['org.iso.18013.5.1.mDL'],
        ...more,
      },
    });
    const logger = createLogger('error');
    const start = () => startServer(settings, { origins, effects, logger });
    return { server: await startAlone(settings, start), settings };
  });
  return {
    server,
    folder,
    operator: { url: server.adminUrl, token: adminToken(server.context.folder) },
    effects,
    issuerId: settings.issuer.id,
    daysBehind: () => daysBehind,
    moments,
    async passDay() {
      const next = Math.max(0, daysBehind - 1);
      for (let [due] = moments; due && due.hoursAgo >= next * HOURS_OF_DAY; [due] = moments) {
        daysBehind = Math.min(daysBehind, due.hoursAgo / HOURS_OF_DAY);
        moments.shift();
        await due.happen();
      }
      daysBehind = next;
      await sweepDay(server.context);
    },
    endOfDay: [],
    passHour() {
      hoursBehind = Math.max(0, hoursBehind - 1);
    },
    async close() {
      await server.close();
      if (data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
