import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Report } from './contract.ts';
import { htmlOf } from './html.ts';
import { junitOf } from './junit.ts';

export const keyDigest = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest('hex');

const sum = (name: string, text: string) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;

/** The files that only a signed report has. */
export const SIGNATURE_FILES = ['SHA256SUMS.sig', 'SHA256SUMS.pub'] as const;

/**
 * The files of a report. `SHA256SUMS` is the manifest that `sha256sum -c` checks. With a key (Ed25519),
 * `SHA256SUMS.sig` is its signature and `SHA256SUMS.pub` the public key.
 */
export function reportFiles(
  report: Report,
  key: KeyObject | undefined,
): ReadonlyMap<string, string | Buffer> {
  const files = new Map<string, string>([
    ['report.json', `${JSON.stringify(report, null, 2)}\n`],
    ['junit.xml', junitOf(report)],
    ['report.html', htmlOf(report)],
  ]);
  const manifest = [...files].map(([name, text]) => sum(name, text)).join('');
  const signed: readonly (readonly [string, string | Buffer])[] = key
    ? [
        ['SHA256SUMS.sig', sign(null, Buffer.from(manifest), key)],
        ['SHA256SUMS.pub', createPublicKey(key).export({ format: 'pem', type: 'spki' })],
      ]
    : [];
  return new Map<string, string | Buffer>([...files, ['SHA256SUMS', manifest], ...signed]);
}
