import { Command } from 'commander';
import { CODE_WORDS } from '../../admin/contract/codes/words.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { AwaitsApprovals, callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import { UsageError } from '../cli-errors.ts';
import { EXIT } from '../exit.ts';
import { seconds } from '../options.ts';
import { print, writeError } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

interface IssueOptions extends Options {
  readonly holder?: string;
  readonly file?: string;
  readonly out?: string;
  readonly count?: string;
  readonly ttl?: string;
  readonly qr?: boolean | string;
  readonly link?: boolean;
  readonly request?: string;
  readonly txCode?: boolean;
}

type IssuedCode = AdminResponse<'issueCode'>;

/** What a page of the issuer passes to `navigator.credentials.create({ digital })`. */
function requestText({ requests }: IssuedCode): string {
  if (requests === undefined)
    return 'there is no request: the server has neither issuer.addToWallet nor issuer.wallets for this code';
  return JSON.stringify({ requests }, null, 2);
}

/** The QR code of `--qr [google|openid4vci]`. No wallet takes a code alone for an offer. */
async function qrOf({ code, link, offer }: IssuedCode, channel: string | true): Promise<string> {
  const text = channel === 'openid4vci' ? offer : (link ?? code);
  if (text === undefined) return 'there is no offer: issuer.wallets of the server has not this document type';
  const { renderUnicodeCompact } = await import('uqr');
  return renderUnicodeCompact(text, { ecc: 'M', border: 2 });
}

async function shown(code: IssuedCode, { link, qr, request }: IssueOptions): Promise<string> {
  const lines = [code.code, `for ${code.holderId}, until ${code.expireTime}; it is shown only now`];
  if (code.txCode !== undefined)
    lines.push(`${code.txCode} is the transaction code; give it to the holder separately`);
  if (code.offer !== undefined) lines.push(code.offer);
  if (link) lines.push(code.link ?? 'there is no link: the server has no issuer.codeLink');
  if (request) lines.push(requestText(code));
  if (qr) lines.push(await qrOf(code, qr));
  return lines.join('\n');
}

function countOf({ count = '1' }: IssueOptions): number {
  if (/^[1-9]\d{0,3}$/.test(count)) return Number(count);
  throw new UsageError('--count takes a number between 1 and 9999');
}

async function holderIdsOf({ holder, file }: IssueOptions): Promise<readonly string[]> {
  if ((holder === undefined) === (file === undefined)) {
    throw new UsageError('name one holder with --holder, or a file of holders with --file');
  }
  if (file === undefined) return [holder as string];
  return (await import('../code-batch.ts')).readHolderIds(file);
}

async function issue(options: IssueOptions): Promise<void> {
  const { request, qr } = options;
  if (request !== undefined && request !== 'json') throw new UsageError('--request takes json');
  if (typeof qr === 'string' && qr !== 'google' && qr !== 'openid4vci')
    throw new UsageError('--qr takes google or openid4vci');
  const holderIds = await holderIdsOf(options);
  const count = countOf(options);
  const life = options.ttl === undefined ? {} : { ttlSeconds: seconds(options.ttl, '--ttl') };
  const connection = connectionOf(options);
  const secret = options.txCode ? { txCode: true } : {};
  const issueOne = (holderId: string) => callAdmin(connection, 'issueCode', { holderId, ...life, ...secret });
  const [only] = holderIds;
  if (options.file === undefined && options.count === undefined && only !== undefined) {
    const code = await issueOne(only);
    const text = await shown(code, options);
    print(code, options, () => text);
    return;
  }
  const { issueBatch } = await import('../code-batch.ts');
  const { out, json, txCode } = options;
  const batch = { holderIds, count, out, json, txCode, issue: issueOne };
  const { issued, refused, awaited } = await issueBatch(batch);
  for (const { holderId, problem } of refused) writeError(`diptych: ${holderId}: ${problem}\n`);
  writeError(`${issued.length} codes issued\n`);
  if (refused.length > 0) process.exitCode = EXIT.failed;
  else if (awaited.length > 0) throw new AwaitsApprovals(awaited);
}

const ISSUE_HELP = `
A code is shown once. With --file or --count it prints CSV:
holderId,code,expireTime,id,link,offer, and with --tx-code txCode. FILE has one
id of a holder in each line, or is CSV with the ids in its first column.

Examples:
  diptych codes issue --holder h-1
  diptych codes issue --holder h-1 --ttl 15m --link --qr
  diptych codes issue --holder h-1 --ttl 15m --request json
  diptych codes issue --file holders.csv --ttl 21d --out codes.csv`;

const issueCommand = () =>
  withConnection(
    new Command('issue')
      .description('Issue a pre-authorization code, to be used once')
      .option('--holder <id>', 'the holder who gets the code')
      .option('--file <file>', 'one code for each holder in the file')
      .option('--count <number>', 'number of codes for each holder')
      .option('--out <file>', 'new file for the CSV, readable by its owner only')
      .option('--ttl <duration>', 'validity of the code, for example 15m or 21d; else issuer.codeTtlSeconds')
      .option('--link', 'also print the link of issuer.codeLink with the code')
      .option('--qr [channel]', 'also print a QR code of the link, or of the code; openid4vci: of the offer')
      .option('--tx-code', 'the holder must also type a number, which is printed too')
      .option(
        '--request <format>',
        'also print the request for a page or an app of the issuer; the format is json',
      )
      .addHelpText('after', ISSUE_HELP)
      .action(issue),
  );

export const codesCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('codes', CODE_WORDS, args, {}, { issue: async () => issueCommand() });
