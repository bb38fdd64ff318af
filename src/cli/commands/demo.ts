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

const rows = (labelled: readonly (readonly [string, string])[]) =>
  labelled.map(([label, text]) => `  ${label.padEnd(17)}${text}\n`).join('');

async function demo({ once = false, verbose = false, panel, data, port }: Options): Promise<void> {
  const write = (text: string) => process.stdout.write(text);
  const tell = narrator(verbose, write);
  const stage = await setStage({ ...(data === undefined ? {} : { data }), ...portNumber(port) });
  const farewells: string[] = [];
  try {
    for (const name of panel === undefined ? PANEL_NAMES : [panel]) {
      const { title, play } = PANELS[name];
      tell.chapter(title);
      farewells.push(rows(await play(stage, tell)));
    }
  } catch (error) {
    await stage.close();
    throw error;
  }
  if (once) return stage.close();
  const { server, folder } = stage;
  const admin = rows([['admin', `${server.adminUrl}/admin/v1/, token in ${folder}/admin.token`]]);
  write(`\nThe server stays up; Ctrl-C ends it.\n\n${[...farewells, admin].join('\n')}`);
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
