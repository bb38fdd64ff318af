import { readFileSync } from 'node:fs';
import type { AdminResponse } from '../../admin/registry.ts';
import { UsageError } from '../failures.ts';

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

export type Root = AdminResponse<'listKeys'>['keys'][number];

export const fingerprintOf = ({ certificateSha256 }: Root): string =>
  certificateSha256.toUpperCase().replace(/..(?!$)/g, '$&:');

/** Readers of PEM skip text around the certificate (RFC 7468 2). */
export const rootText = (root: Root): string =>
  `SHA-256 ${fingerprintOf(root)}\nvalid until ${root.notAfterTime}\n${root.certificate}`;
