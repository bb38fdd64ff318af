import { type ErasureReceipt, parseSignedReceipt } from '../../admin/contract/holders/erasure-receipt.ts';
import { signatureProblem } from '../../audit/index.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { evidenceIn, sealKeyDigest } from '../read-document.ts';

interface Options {
  readonly sealKey: string;
  readonly json?: boolean;
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
  const key = sealKeyDigest(sealKey);
  const signed = evidenceIn(file, parseSignedReceipt, 'a receipt of diptych holders receipt');
  const { receipt } = signed;
  const { erasureId, eraseTime, event, holder } = receipt;
  const problem = signatureProblem(receipt, signed, key);
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
