import { Command, Option } from 'commander';
import { PANEL_NAMES, PANELS, type PanelName } from '../demo/panels.ts';
import { narrator, setStage } from '../demo/stage.ts';
import { closeOnSignal } from '../exit.ts';
import { UsageError } from '../failures.ts';

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

async function demo({ once = false, verbose = false, panel, data, port }: Options): Promise<void> {
  const write = (text: string) => process.stdout.write(text);
  const tell = narrator(verbose, write);
  const names = panel === undefined ? PANEL_NAMES : [panel];
  const daysBehind = Math.max(...names.map((name) => PANELS[name].days));
  const stage = await setStage({ ...(data === undefined ? {} : { data }), ...portNumber(port), daysBehind });
  const next: string[] = [];
  try {
    for (const name of names) {
      const { title, play } = PANELS[name];
      tell.chapter(title);
      const { title: toDo, rows } = await play(stage, tell);
      next.unshift(section(toDo, rows));
    }
  } catch (error) {
    await stage.close();
    throw error;
  }
  if (once) return stage.close();
  write(`\nThe server stays up; Ctrl-C ends it. What to try next:\n\n${next.join('\n')}`);
  closeOnSignal(() => stage.close());
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('Tour both interfaces step by step over real HTTP, and fill the consoles')
    .option('--once', 'exit after the tour, with status 0 if all steps succeeded')
    .option('--verbose', 'show requests and responses, without secrets')
    .addOption(new Option('--panel <name>', 'the story of one panel only').choices(PANEL_NAMES))
    .option('--data <folder>', 'data folder to use; otherwise a temporary one')
    .option('--port <number>', 'port of the panels; otherwise a free one')
    .addHelpText('after', '\nExamples:\n  diptych demo\n  diptych demo --once --panel mediation --verbose')
    .action(demo);
}
