import { Command, Option } from 'commander';
import type { PanelName } from '../demo/panels.ts';
import { lazily } from '../lazily.ts';

const PANELS = Object.keys({ issuer: true, mediation: true, consoles: true } satisfies Record<
  PanelName,
  true
>);

export function demoCommand(): Command {
  return new Command('demo')
    .description('Tour both interfaces step by step over real HTTP, and fill the consoles')
    .option('--once', 'exit after the tour, with status 0 if all steps succeeded')
    .option('--verbose', 'show requests and responses, without secrets')
    .addOption(new Option('--panel <name>', 'the story of one panel only').choices(PANELS))
    .option('--data <folder>', 'data folder to use; otherwise a temporary one')
    .option('--port <number>', 'port of the panels; otherwise a free one')
    .addHelpText('after', '\nExamples:\n  diptych demo\n  diptych demo --once --panel mediation --verbose')
    .action(lazily(async () => (await import('../actions/demo.ts')).demo));
}
