import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { methodCommand } from '../admin/method-command.ts';
import { lazyAction } from '../lazy-action.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly out: string;
  readonly json?: boolean;
}

async function receipt(id: string, options: Options): Promise<void> {
  const signed = await callAdmin(connectionOf(options), 'getErasureReceipt', { id });
  writeFileSync(options.out, `${JSON.stringify(signed, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  print(
    { ...signed, file: options.out },
    options,
    () => `${options.out}: signed receipt of ${signed.receipt.erasureId}`,
  );
}

const HELP = `
The receipt names the erasure, its event in the audit log, and the time at which
no copy can be read any longer; it has no personal data. The key of the seals
signs it. A receipt made after that time also tells when the key was destroyed.

Examples:
  diptych holders receipt h-1 --out receipt.json`;

const CHECK_HELP = `
The digest is the one of "diptych seals status". The exit status is 1 if the
receipt was changed or another key signed it.

Examples:
  diptych holders check-receipt receipt.json --seal-key 51ab…`;

export const receiptCommand = () =>
  withConnection(
    methodCommand('getErasureReceipt', { summary: 'Write a signed receipt of an erasure' })
      .argument('<id>', 'of the erased holder, or of the erasure')
      .requiredOption('--out <file>', 'new file for the receipt')
      .addHelpText('after', HELP)
      .action(receipt),
  );

export const checkReceiptCommand = () =>
  new Command('check-receipt')
    .description('Check a receipt of an erasure, without a server')
    .argument('<file>', 'the receipt')
    .requiredOption('--seal-key <digest>', 'digest of the key that must have signed it')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_HELP)
    .action(lazyAction(async () => (await import('./check-receipt.ts')).checkReceipt));
