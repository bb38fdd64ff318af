import type { AdminResponse } from '../../../admin/contract/index.ts';
import { callAdmin } from '../../admin/client.ts';
import { confirmed, YES } from '../../admin/confirm.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { methodCommand } from '../../admin/method-command.ts';
import { notice, print } from '../../output.ts';

interface Options extends ConnectionOptions {
  readonly yes?: boolean;
}

const ENCRYPT_HELP = `
A version before 0.3 stored records unencrypted. This encrypts them while
servers run; they must all have the same version. Interrupted, it continues
when the command runs again. Afterwards no version before 0.3 can be started
with this database: make a backup first.

Example:
  diptych holders encrypt --yes`;

/** Holders between two lines of progress. */
const TOLD_EVERY = 1000;

async function encrypt(options: Options): Promise<void> {
  const connection = connectionOf(options);
  await confirmed(() => 'Encrypt all records: versions before 0.3 cannot be started afterwards', options);
  let holders = 0;
  for (let after: { readonly after?: string } | undefined = {}; after; ) {
    const { encrypted, last }: AdminResponse<'encryptHolders'> = await callAdmin(
      connection,
      'encryptHolders',
      after,
    );
    if (encrypted > 0 && Math.floor(holders / TOLD_EVERY) < Math.floor((holders + encrypted) / TOLD_EVERY))
      notice(`${holders + encrypted} holders are encrypted`, options);
    holders += encrypted;
    after = last === undefined ? undefined : { after: last };
  }
  print(
    { holders },
    options,
    () => `encrypted the data of ${holders} holders; every record is encrypted now`,
  );
}

export const encryptHolders = () =>
  withConnection(
    methodCommand('encryptHolders', { summary: 'Encrypt records of a version before 0.3' })
      .option(...YES)
      .addHelpText('after', ENCRYPT_HELP)
      .action(encrypt),
  );
