import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { callAdmin } from '../../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { methodCommand } from '../../admin/method-command.ts';
import { print } from '../../output.ts';

interface Options extends ConnectionOptions {
  readonly out: string;
  readonly earlier?: boolean;
}

async function portrait(id: string, options: Options): Promise<void> {
  const request = { id, ...(options.earlier && { record: 'earlier' as const }) };
  const { mediaType, content } = await callAdmin(connectionOf(options), 'getHolderPortrait', request);
  writeFileSync(options.out, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' });
  print({ file: options.out, mediaType }, options, () => `${options.out}: ${mediaType}`);
}

export const holderPortrait = (): Command =>
  withConnection(
    methodCommand('getHolderPortrait')
      .argument('<id>')
      .requiredOption('--out <file>', 'new file for the image')
      .option('--earlier', 'of the record before its last change')
      .addHelpText('after', '\nExample:\n  diptych holders portrait h-1 --out portrait.jpg')
      .action(portrait),
  );
