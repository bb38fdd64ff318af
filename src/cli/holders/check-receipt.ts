import {
  type ErasureReceipt,
  parseSignedReceipt,
  type SignedReceipt,
} from '../../admin/holders/erasure-receipt.ts';
import { signatureProblem } from '../../audit/index.ts';
import { readText } from '../bounded-file.ts';
import { EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';

interface Options {
  readonly sealKey: string;
  readonly json?: boolean;
}

/** In bytes; a receipt has less than one KiB. */
const LARGEST = 64 * 1024;

function receiptIn(file: string): SignedReceipt {
  const text = readText(file, { most: LARGEST });
  try {
    const signed = parseSignedReceipt(JSON.parse(text));
    if (signed) return signed;
  } catch {
    // It is not JSON.
  }
  throw new UsageError(`${file} is not a receipt of diptych holders receipt`);
}

function completeness({ completeTime, epoch, destroyTime, destroyEvent }: ErasureReceipt): string {
  if (destroyTime !== undefined)
    return `complete since ${destroyTime}: the key of epoch ${epoch} was destroyed (event ${destroyEvent})`;
  if (completeTime !== undefined)
    return `complete on ${completeTime}, when the key of its epoch is destroyed; a receipt made after that time confirms it`;
  return 'the record was not encrypted: copies in backups stay readable until the backups are deleted';
}

/** Checks the signature of a receipt, without a server. */
export function checkReceipt(file: string, { sealKey, json = false }: Options): void {
  const signed = receiptIn(file);
  const { receipt } = signed;
  const { erasureId, eraseTime, event, holder } = receipt;
  const problem = signatureProblem(receipt, signed, sealKey);
  print({ ...signed, ...(problem !== undefined && { problem }) }, { json }, () =>
    [
      `${erasureId} was erased at ${eraseTime} (event ${event})`,
      ...(holder === undefined ? [] : [`keyed digest of its holder: ${holder}`]),
      completeness(receipt),
      problem === undefined ? 'the signature verifies' : `WRONG  ${problem}`,
    ].join('\n'),
  );
  if (problem !== undefined) process.exitCode = EXIT.failed;
}
