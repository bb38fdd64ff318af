import type { AdminResponse } from '../../admin/contract/index.ts';

export type Root = AdminResponse<'listKeys'>['keys'][number];

export const fingerprintOf = ({ certificateSha256 }: Root): string =>
  certificateSha256.toUpperCase().replace(/..(?!$)/g, '$&:');

/** Readers of PEM skip text around the certificate (RFC 7468 2). */
export const rootText = (root: Root): string =>
  `SHA-256 ${fingerprintOf(root)}\nvalid until ${root.notAfterTime}\n${root.certificate}`;
