import { Command } from 'commander';
import { withConnection } from '../admin/connection.ts';
import { EXIT, withStatuses } from '../exit.ts';
import { lazyAction } from '../lazy-action.ts';
import { collect, TEST_ROOT } from '../options.ts';
import { withTlsOptions } from '../tls-options.ts';

const HELP = `
Goes through the life of a test holder on a staging server, as an operator, a
phone and a reader: a specimen record, a code, a credential with MSOs,
a presentation, the status list, a revocation, an erasure. It deletes what it
made, also after a failure; only the simulated phone stays registered.
With the mediation interface it also validates a group of the first account,
which is not stored, and reads a snapshot. One line for each step.

The server must trust the root that attests the simulated phone: a sandbox does;
elsewhere set issuer.attestation.roots to a test root and name it with --root.
Never do that in production.

Examples:
  diptych check --base-url http://127.0.0.1:8080
  diptych check --base-url https://issuer.staging.example:18443 \\
    --mediation-url https://staging.example --context staging \\
    --client-cert platform.crt --client-key platform.key --ca ca.crt --root root.pem`;

const STATUSES = `Exit status: 0 every step passed or was skipped, 1 a step failed, 2 wrong usage,
3 the server cannot be reached, 4 a step waits for a second person,
130 interrupted.`;

export function checkCommand(): Command {
  const command = new Command('check')
    .description('Check a staging server end to end, with a test holder and a simulated phone')
    .option('--base-url <url>', 'where wallets call the issuer interface')
    .option('--mediation-url <url>', 'where clients call the mediation interface; default: --base-url')
    .option(
      '--header <name:value>',
      'header of every request of the phone, for caller credentials; may be repeated',
      collect,
    )
    .option('--type <name>', 'document type of the test holder', 'mdl')
    .option(...TEST_ROOT)
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../check/run.ts')).check));
  return withStatuses(withConnection(withTlsOptions(command)), { help: STATUSES, usage: EXIT.usage });
}
