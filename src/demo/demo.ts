import { existsSync, readdirSync } from 'node:fs';
import { UsageError } from '../cli/cli-errors.ts';
import { closeOnSignal } from '../cli/exit.ts';
import { writeText } from '../cli/output.ts';
import { packageOfNpx } from '../server/process/own-command.ts';
import { narrator, setStage } from './narrator.ts';
import { type PanelName, storiesOf, TOUR } from './panels.ts';

interface Options {
  readonly once?: boolean;
  readonly verbose?: boolean;
  readonly panel?: PanelName;
  readonly data?: string;
  readonly port?: string;
}

function portNumber(text: string | undefined): { readonly port?: number } {
  if (text === undefined) return {};
  if (!/^\d{1,5}$/.test(text)) throw new UsageError('--port takes a number');
  return { port: Number(text) };
}

const section = (title: string, rows: readonly (readonly [string, string])[]) =>
  `${title}\n${rows.map(([label, text]) => `  ${label.padEnd(11)}${text}\n`).join('')}`;

/** The past is played once: in a folder that was used before, it would begin before what is there. */
const isNew = (data: string | undefined): boolean =>
  data === undefined || !existsSync(data) || readdirSync(data).length === 0;

export async function demo({ once = false, verbose = false, panel, data, port }: Options): Promise<void> {
  const write = (text: string) => writeText(text);
  const tell = narrator(verbose, write);
  const { play, ...late } = storiesOf(panel === undefined ? TOUR : [panel], isNew(data));
  const stage = await setStage({
    ...(data === undefined ? {} : { data }),
    ...portNumber(port),
    ...late,
  });
  let next: readonly string[];
  try {
    next = (await play(stage, tell)).map(({ title, rows }) => section(title, rows)).reverse();
  } catch (error) {
    await stage.close();
    throw error;
  }
  if (panel === undefined)
    write(
      `\nNot in the tour, half a minute: diptych demo --panel trust\n  a revocation, an erasure, PostgreSQL that loses a machine, a stolen key\n`,
    );
  if (once) return stage.close();
  const npx = packageOfNpx();
  const hint =
    npx === undefined
      ? ''
      : `\nnpx unpacks the package for each command. npm install --global ${npx} does it once; then each begins with diptych.\n`;
  write(`\nThe server stays up; Ctrl-C ends it. What to try next:\n\n${next.join('\n')}${hint}`);
  closeOnSignal(() => stage.close());
}
