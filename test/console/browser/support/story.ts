import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HOUR } from '../../../../src/conventions/time.ts';
import { people } from '../../../../src/demo/consoles/applicants.ts';
import type { ConsoleUser } from '../../../../src/demo/consoles/people.ts';
import { DAYS_OF_PAST } from '../../../../src/demo/consoles/play-past.ts';
import { playConsolesStory } from '../../../../src/demo/consoles/story.ts';
import { type Narrator, narrator, setStage } from '../../../../src/demo/narrator.ts';
import type { Effects } from '../../../../src/server/effects.ts';
import { TEST_EFFECTS } from '../../../support/effects.ts';

const licensed = people().find(({ id }) => id === 'applicant-11')!;

/** The person in the data of the demo who has a licence. */
export const LICENSED = { ...licensed, name: `${licensed.given_name} ${licensed.family_name}` };

/** What the story of the demo leaves. */
interface Played {
  readonly users: Readonly<Record<'operators' | 'mediation', ConsoleUser>>;
  /** The files of its data folder. */
  readonly files: readonly { readonly name: string; readonly content: Buffer; readonly mode: number }[];
}

function filesIn(folder: string): Played['files'] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path);
    return found.isFile() ? [{ name, content: readFileSync(path), mode: found.mode & 0o777 }] : [];
  });
}

/** Plays the story that fills both consoles. `exchange` is called for each of its requests. */
export async function play(effects: Effects, exchange: Narrator['exchange'] = () => {}): Promise<Played> {
  const data = mkdtempSync(join(tmpdir(), 'diptych-story-'));
  const stage = await setStage({ data, effects, daysBehind: DAYS_OF_PAST });
  const silent = { ...narrator(false, () => {}), exchange };
  const { operators, mediation } = await playConsolesStory(stage, silent);
  await stage.close();
  const files = filesIn(data);
  rmSync(data, { recursive: true, force: true });
  return { users: { operators: operators.user, mediation: mediation.user }, files };
}

/** Its hour, because the days of reports begin with an hour. */
let last: { readonly hour: number; readonly played: Promise<Played> } | undefined;

/** Plays the story once for all tests of this worker, because it takes most of the time of a stage. */
export function playedOnce(): Promise<Played> {
  const hour = Math.floor(TEST_EFFECTS.clock() / HOUR);
  if (last?.hour !== hour) last = { hour, played: play(TEST_EFFECTS) };
  return last.played;
}

/** A new data folder with what the story left. */
export function folderOf({ files }: Played): string {
  const data = mkdtempSync(join(tmpdir(), 'diptych-stage-'));
  for (const { name, content, mode } of files) {
    mkdirSync(dirname(join(data, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, name), content, { mode });
  }
  return data;
}
