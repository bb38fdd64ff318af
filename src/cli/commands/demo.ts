import { Command, Option } from 'commander';
import type { PanelName } from '../../demo/panels.ts';
import { lazyAction } from '../lazy-action.ts';

const PANELS = Object.keys({
  issuer: true,
  mediation: true,
  consoles: true,
  trust: true,
} satisfies Record<PanelName, true>);

const HELP = `
"trust" shows a revocation, an erasure that outlives a backup, PostgreSQL that
loses a machine under load, and the drill of a stolen key. It takes about half a
minute. The third needs programs of PostgreSQL 15 or newer on this machine.

Examples:
  diptych demo
  diptych demo --once --panel mediation --verbose
  diptych demo --once --panel trust`;

export function demoCommand(): Command {
  return new Command('demo')
    .description('Tour both interfaces step by step over real HTTP, and fill the consoles')
    .option('--once', 'exit after the tour, with status 0 if all steps succeeded')
    .option('--verbose', 'show requests and responses, without secrets')
    .addOption(new Option('--panel <name>', 'one story only; trust is not part of the tour').choices(PANELS))
    .option('--data <folder>', 'data folder to use; otherwise a temporary one')
    .option('--port <number>', 'port of the panels; otherwise a free one')
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../../demo/demo.ts')).demo));
}
